"""The style sheet of the page (`render.html`): light and dark, wide and narrow, nothing fetched."""

from __future__ import annotations

from .shapes import PALETTES, ROLES, SANS, SERIF

_LAYOUT = """
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.6 FONT_SANS}
main{max-width:1120px;margin:0 auto;padding:24px 20px 64px}
svg{display:block;width:100%;height:auto}
h1,h2,h3{font-family:FONT_SERIF;font-weight:600;line-height:1.25}
h1{font-size:1.9rem;margin:0}
h2{font-size:1.35rem;margin:56px 0 18px;padding-top:20px;border-top:1px solid var(--line)}
h3{font-size:1.05rem;margin:0}
p{margin:0}
header p,.muted,figcaption,caption{color:var(--muted)}
header{margin-bottom:20px}
.two{display:grid;gap:36px;grid-template-columns:minmax(0,1fr)}
.two>*{min-width:0}
.two>svg,.two>figure{max-width:640px;margin:0 auto;width:100%}
@media(min-width:920px){
.two{grid-template-columns:minmax(0,540px) minmax(0,1fr)}
.two>svg,.two>figure{position:sticky;top:20px;align-self:start}
}
.many{display:grid;gap:28px;grid-template-columns:repeat(auto-fill,minmax(min(300px,100%),1fr))}
figure{margin:0}
figcaption{margin:0 0 10px;font-size:.95rem}
figcaption b{color:var(--ink);font-weight:600}
.list{list-style:none;margin:0;padding:0}
.list>li{padding:12px 0 12px 26px;border-bottom:1px solid var(--line);position:relative}
.list>li:last-child{border-bottom:0}
.list svg{position:absolute;left:2px;top:18px;width:14px;height:14px}
.name{font-weight:600;font-size:1.05rem;margin-right:.5em}
.where{color:var(--accent);margin-right:.5em}
.src,.why{display:block;font-size:.875rem;line-height:1.5;color:var(--muted)}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:.95rem}
th,td{text-align:left;padding:7px 14px 7px 0;border-bottom:1px solid var(--line);vertical-align:top}
th{font-weight:600;color:var(--muted);white-space:nowrap}
thead th{color:var(--ink)}
tr.differ td{color:var(--accent)}
.scroll+.scroll{margin-top:28px}
details{border-bottom:1px solid var(--line);padding:10px 0}
summary{cursor:pointer;font-weight:600}
details .list>li{padding-top:8px;padding-bottom:8px}
dl{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:4px 20px;margin:0;font-size:.95rem}
dt{color:var(--muted)}dd{margin:0;overflow-wrap:anywhere}
@media print{.two>svg,.two>figure{position:static}details{display:none}}
"""


def stylesheet() -> str:
    """Return the rules of the page: its layout, and the colours of drawings in both schemes.

    Drawings of the theme "auto" carry a class for each of their colours; here the classes get the exact
    colours of the light or of the dark theme.
    """
    light, dark = (";".join(f"--{role}:{PALETTES[theme][role]}" for role in ROLES) for theme in ("light", "dark"))
    colours = "".join(
        f".qm-{role}{{fill:var(--{role});fill-opacity:1}}.qm-{role}-line{{stroke:var(--{role});stroke-opacity:1}}"
        for role in ROLES
    )
    return (
        f":root{{color-scheme:light dark;{light}}}"
        f"@media(prefers-color-scheme:dark){{:root{{{dark}}}}}"
        + _LAYOUT.replace("FONT_SANS", SANS).replace("FONT_SERIF", SERIF).replace("\n", "")
        + colours
    )
