"""Rule ids that no test is asked for, each with the reason."""

_VOCABULARY = "a word of the model and no rule; every test speaks in it"
_RULE_SET = "the name of a rule set; the rules of its sections have their own tests"
_NO_PAYMENT = "nothing is paid, and no payment depends on it"

OUT_OF_SCOPE: dict[str, str] = {
    "MOD-1": _VOCABULARY,
    "MOD-2": _VOCABULARY,
    "MOD-3": _VOCABULARY,
    "CHG-1": "a word of older card texts; no payment depends on it",
    "MTG-118.11": "what becomes of an object after it paid a cost is not looked at",
    "MTG-AST-10": "the caller's table says what mana may be spent as, effects combined",
    "DM-20": "when a card may be used, and by whom, is the caller's to know",
    "DM-35": "objects outside the mana zone are the caller's; what is tapped does not change",
    "DM-37": "whether there is a base to evolve is the caller's to know; the cost does not change",
    "DM-38": "paid like any card; the type of a card plays no role",
    "DM-41": "a creature outside the mana zone is tapped, and no mana is paid",
    "DM-42": _NO_PAYMENT,
    "DM-44": _NO_PAYMENT,
    "DM-45": _NO_PAYMENT,
    "SYS-1": _RULE_SET,
    "SYS-2": _RULE_SET,
    "SYS-3": _RULE_SET,
    "SYS-5": "two players pay from one life total; a payment is one player's",
    "SYS-6": "joke sets and variants; a roll of the planar die is paid like any special action",
}
