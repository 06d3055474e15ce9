"""Rule ids that no test is asked for, each with the reason."""

OUT_OF_SCOPE: dict[str, str] = {}
