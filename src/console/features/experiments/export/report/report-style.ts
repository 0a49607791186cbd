import type { Colours } from "#console/foundation/export/export-style.ts";

/**
 * Styles of a report for screen and print, in the colours of the page it came from. It uses the reader's own
 * font: an embedded font would load only after the first layout and cause a layout shift.
 */
export const reportStyle = ({
  surface,
  text,
  muted,
  border,
  accent,
  warning,
  betterText,
  worseText,
}: Colours) => `
body{margin:0;background:${surface};color:${text};font:420 14px/22px system-ui,sans-serif}
main{max-width:1120px;margin:0 auto;padding:32px 24px 64px}
h1{margin:0 0 4px;font-size:24px;line-height:32px;font-weight:620}
h2{margin:32px 0 8px;font-size:15px;font-weight:620}
p,ul{margin:0 0 8px;max-width:80ch}
ul{padding-left:18px}
b{font-weight:620}
a{color:${accent}}
.lead{font-size:18px;line-height:26px}
.unsound{color:${warning};font-weight:620}
.better{color:${betterText};font-weight:530}
.worse{color:${worseText};font-weight:530}
.inconclusive,dt,h1+p{color:${muted}}
.wide{overflow-x:auto}
svg{min-width:960px;max-width:100%;height:auto}
table{width:100%;border-collapse:collapse;font-size:13px;line-height:20px}
th,td{padding:6px 12px 6px 0;border-bottom:1px solid ${border};text-align:left;vertical-align:top;font-weight:420}
thead th{color:${muted};font-weight:530;font-size:12px}
.numbers{font-variant-numeric:tabular-nums}
.numbers :is(th,td):nth-child(n+3):not(:nth-child(6)){text-align:right;white-space:nowrap}
.numbers :is(th,td):nth-child(6){padding-left:12px}
:is(th,td):last-child{padding-right:0}
dl{margin:0}
dl div{display:grid;grid-template-columns:120px 1fr}
dd{margin:0}
@media print{main{max-width:none;padding:0}tr{break-inside:avoid}a{color:inherit}}
`;
