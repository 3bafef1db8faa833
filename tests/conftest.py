"""What holds for every test: none measures time, so hypothesis gives no example a deadline."""

from hypothesis import settings

settings.register_profile("duzihu", deadline=None)
settings.load_profile("duzihu")
