"""Why a case is not answered: constant texts, so that they can be counted."""

from __future__ import annotations

from autotap.models.errors import (
    AbilitySyntaxError,
    RestrictionSyntaxError,
    UnsupportedCostError,
)

HINT_ONLY = "hint-only: the case leaves out facts that only its hints have"
PRINTED_IN_WORDS = "a printed ability in words that are not covered"
EFFECT_IN_WORDS = "an effect that no kind covers"
LIFE_FOR_MANA = "an amount of life other than 2 for mana of a color"
FREE = "a permission to pay nothing, without an alternative cost"
ALTERNATIVE_COST = "an alternative cost that depends on a chosen object"
OBJECTS_BY_X = "an additional cost by the number X, other than objects"
GRAVEYARD_KINDS = "exiling cards of two kinds from the graveyard"
ZONE_EFFECT = "an effect on a mana zone in words"
UNKNOWN_COLOR = "a restriction on the color of an ability whose source is not on the board"

COUNTED_AS_UNSUPPORTED = (UnsupportedCostError, RestrictionSyntaxError, AbilitySyntaxError)
"""Errors by which the library itself says that it does not cover something."""


class UnsupportedCaseError(Exception):
    """The case asks for something that is not covered; the message is one of the reasons."""
