"""Magic: The Gathering: what is paid, and with what."""
