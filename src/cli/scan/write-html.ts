import type { ScannedAccess } from '../../connectors/scan/score-access.ts';
import { escapeHtml } from '../../platform/escape-html.ts';
import {
  type Findings,
  heading,
  knowledge,
  lastUse,
  number,
  reasonsOf,
  sources,
  totals,
  unseen,
  unseenByAll,
} from './findings.ts';
import { printable } from './plain-text.ts';

const STYLE = `:root{color-scheme:light dark;--line:#8883;--dim:#5b6470;--low:#2f9e44;--medium:#b08900;--high:#e8590c;--critical:#e03131;--box:#f6f7f9}
@media(prefers-color-scheme:dark){:root{--dim:#9aa4b2;--box:#1b1f25}body{background:#121519;color:#e6e9ee}}
*{box-sizing:border-box}body{font:15px/1.5 system-ui,sans-serif;margin:0 auto;padding:2rem 1.25rem;max-width:78rem}
h1{font-size:1.6rem;margin:0 0 .25rem}h2{font-size:1.1rem;margin:2rem 0 .5rem}p{margin:.25rem 0}.dim{color:var(--dim)}
.box{background:var(--box);border:1px solid var(--line);border-radius:.6rem;padding:1rem 1.25rem}
.box h2{margin-top:0}.cards{display:flex;flex-wrap:wrap;gap:.75rem;margin:1.25rem 0}
.card{flex:1 1 9rem;border:1px solid var(--line);border-radius:.6rem;padding:.75rem 1rem}.card b{display:block;font-size:1.5rem;line-height:1.2}
details{margin:.5rem 0 0}summary{cursor:pointer}ul{margin:.25rem 0 .5rem;padding-left:1.25rem}
.scroll{overflow-x:auto}table{border-collapse:collapse;width:100%;min-width:60rem;table-layout:fixed}th,td{text-align:left;vertical-align:top;padding:.55rem .6rem;border-bottom:1px solid var(--line)}
th:nth-child(1){width:6rem}th:nth-child(2){width:14%}th:nth-child(3){width:8.5rem}th:nth-child(4){width:20%}th:nth-child(5){width:9.5rem}
th{font-weight:600;color:var(--dim);font-size:.85rem;white-space:nowrap}td{overflow-wrap:anywhere}td:first-child{white-space:nowrap}
td small{display:block;color:var(--dim)}.bar{display:block;height:.3rem;width:3.5rem;border-radius:1rem;background:var(--line);overflow:hidden}
.bar i{display:block;height:100%}.low i{background:var(--low)}.medium i{background:var(--medium)}.high i{background:var(--high)}.critical i{background:var(--critical)}
.kept{display:inline-block;border:1px solid var(--line);border-radius:1rem;padding:0 .5rem;font-size:.8rem;color:var(--dim)}
@media print{body{max-width:none;padding:0}details{display:block}}`;

const text = (value: string): string => escapeHtml(printable(value));
const paragraphs = (lines: readonly string[]): string =>
  lines.map((line) => `<p>${text(line)}</p>\n`).join('');

/** One file that needs nothing else: no script, no font, no address is asked for. */
export function* writeHtml(findings: Findings, limit: number): Generator<string> {
  const { scan, subject } = findings;
  const counts = scan.access.counts();
  const shown = Math.min(limit, counts.grants);
  yield `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<title>${text(`Stale access on ${subject.place}`)} · Lapse</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
<header>
<h1>Stale access</h1>
<p class="dim">${text(heading(findings))}</p>
</header>
<main>
<section class="cards">
${card(counts.grants, 'grants')}${card(counts.stale, 'past their lapse date, and revocable')}${card(counts.not_seen, 'without a use that was seen')}${card(counts.not_known, 'of which use is not known')}</section>
${unseenBox(findings)}<section class="box">
<h2>What is known about use</h2>
${paragraphs(knowledge(findings))}<details${scan.coverage.observes_use ? '' : ' open'}>
<summary>Where that comes from, and what it cannot see</summary>
<ul>
${sources(findings).map(sourceItem).join('')}</ul>
${paragraphs([unseenByAll(findings)].filter((line) => line !== null))}</details>
</section>
<section>
<h2>${text(`The stalest access, ${number(shown)} of ${number(counts.grants)}`)}</h2>
<div class="scroll"><table>
<thead><tr><th scope="col">Score</th><th scope="col">Who</th><th scope="col">May</th><th scope="col">On</th><th scope="col">Last use</th><th scope="col">Why</th></tr></thead>
<tbody>
`;
  for (const row of scan.access.stalest(limit)) yield rowOf(row);
  yield `</tbody>
</table></div>
</section>
<section>
<h2>About this list</h2>
${paragraphs(totals(findings))}<p class="dim">Read once and changed nothing. A score of 50 is the day on which access lapses; higher is staler.</p>
</section>
</main>
</body>
</html>
`;
}

const card = (count: number, label: string): string =>
  `<div class="card"><b>${number(count)}</b>${text(label)}</div>\n`;

const unseenBox = (findings: Findings): string => {
  const lines = unseen(findings);
  if (lines.length === 0) return '';
  const items = lines.map((line) => `<li>${text(line)}</li>\n`).join('');
  return `<section class="box">\n<h2>What could not be listed, for want of</h2>\n<ul>\n${items}</ul>\n</section>\n`;
};

const sourceItem = ({ name, status, lines }: ReturnType<typeof sources>[number]): string =>
  `<li><strong>${text(name)}</strong>: ${text(status)}${lines.map((line) => `<br><span class="dim">${text(line)}</span>`).join('')}</li>\n`;

function rowOf(row: ScannedAccess): string {
  const score =
    row.score === null
      ? 'not known'
      : `${row.score.toFixed(1)}<span class="bar ${row.risk_level}"><i style="width:${Math.round(row.score)}%"></i></span>`;
  const kept = row.revocable ? '' : ' <span class="kept">not revocable</span>';
  return `<tr><td>${score}</td><td>${text(row.principal)}<small>${text(row.principal_type.replaceAll('_', ' '))}</small></td><td>${text(row.permission)}${kept}</td><td>${text(row.asset)}<small>${text(row.asset_type)}</small></td><td>${text(lastUse(row))}</td><td>${text(reasonsOf(row).join(' '))}</td></tr>\n`;
}
