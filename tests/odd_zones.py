"""Zones that tests of clocks and of zones walk through."""

#: Zones whose rules are each odd in a way of its own.
ODD_ZONES = [
    "Asia/Shanghai",
    "America/New_York",
    "Australia/Lord_Howe",  # half an hour of summer time
    "Europe/Dublin",  # winter time is the exception
    "Africa/Casablanca",  # Ramadan
    "Asia/Gaza",  # a week of summer time in October 2040
    "Pacific/Apia",  # lost 2011-12-30
    "America/Juneau",  # lived 1867-10-18 twice
    "Asia/Kathmandu",
    "Antarctica/Troll",
    "Africa/Freetown",
    "Africa/Monrovia",
    "America/Sao_Paulo",  # summer time began at midnight
    "America/Havana",  # summer time ends at 01:00
    "Asia/Tehran",
    "Europe/Amsterdam",
]
