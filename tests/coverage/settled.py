"""Disagreements between the reader and the card facts that were settled by hand.

The rules text was looked at for each; "reader" and "facts" say who has it right. Where the facts
are right the card counts as unread.
"""

from __future__ import annotations

_LIMIT = "reader: the rules text has a condition that the facts leave out"
_TRIGGER = "reader: the damage of the trigger whenever it becomes tapped is in the rules text"
_RIDER = "reader: the facts leave out that the spell can't be countered"
_PRIORITY = "reader: it is activated only with priority, so that no payment can use it"
_EITHER = "reader: either condition is enough; the facts have both in one text"
_SAME = "both: the same, in words that the comparison does not bring together"

SETTLED: dict[str, str] = {
    "Brigid, Doun's Mind": _SAME,
    "Cavern of Souls": _RIDER,
    "City of Brass": _TRIGGER,
    "Cryptolith Fragment": "reader: each player loses 1 life, and you are one of them",
    "Dark Fortress": _EITHER,
    "Delighted Halfling": _RIDER,
    "Diamond Lion": _PRIORITY,
    "Endrider Catalyzer": _LIMIT,
    "Gathering Place": _EITHER,
    "Glasswing Grace": "reader: the ability is on its back face, which has a name of its own",
    "Gleaming Bastion": _EITHER,
    "Grinning Ignus": _PRIORITY,
    "Gwenna, Eyes of Gaea": "both: a source is a permanent or a card (CR 109.2)",
    "Hidden Lair": _EITHER,
    "Howlsquad Heavy": _LIMIT,
    "Joraga Treespeaker": _LIMIT,
    "Jungle Patrol": _SAME,
    "Lion's Eye Diamond": _PRIORITY,
    "Loot, the Pathfinder": "reader: exhaust abilities are activated once (702.177)",
    "Muraganda Raceway": _LIMIT,
    "Omen Hawker": "reader: the facts leave out the restriction to abilities",
    "Orochi Merge-Keeper": "reader: the facts list the ability among what it grants",
    "Powerstone Shard": _SAME,
    "Rasputin Dreamweaver": _SAME,
    "Tomb of Urami": "reader: the damage without an Ogre is in the rules text",
    "Training Compound": _EITHER,
    "Vivi Ornitier": "reader: any combination of two colors, X being its power",
}
