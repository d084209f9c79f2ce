import type { Clipboard } from './clipboard.ts';

const docs = (body: string) =>
  `<meta charset='utf-8'><meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-5c1a22e6-7fff-3af3-c968-ffd847f1ca94">${body}</b><br class="Apple-interchange-newline">`;
const run = (words: string, more = '') =>
  `<span style="font-size:11pt;font-family:Arial,sans-serif;color:#000000;background-color:transparent;font-weight:400;font-style:normal;font-variant:normal;text-decoration:none;vertical-align:baseline;white-space:pre;white-space:pre-wrap;${more}">${words}</span>`;
const line = (words: string) => `<p dir="ltr" style="line-height:1.38;margin-top:0pt;margin-bottom:0pt;">${words}</p>`;
const item = (words: string, level: number) =>
  `<li dir="ltr" style="list-style-type:disc;font-size:11pt;font-family:Arial,sans-serif;font-weight:400;white-space:pre;" aria-level="${level}"><p dir="ltr" style="line-height:1.38;margin-top:0pt;margin-bottom:0pt;" role="presentation">${run(words)}</p></li>`;

const sheet = (rows: string) =>
  `<meta charset='utf-8'><google-sheets-html-origin><style type="text/css"><!--td {border: 1px solid #cccccc;}br {mso-data-placement:same-cell;}--></style><table xmlns="http://www.w3.org/1999/xhtml" cellspacing="0" cellpadding="0" dir="ltr" border="1" style="table-layout:fixed;font-size:10pt;font-family:Arial;width:0px;border-collapse:collapse;border:none" data-sheets-root="1"><colgroup><col width="100"/><col width="100"/></colgroup><tbody>${rows}</tbody></table></google-sheets-html-origin>`;
const STYLE = 'overflow:hidden;padding:2px 3px 2px 3px;vertical-align:bottom;';

export const GOOGLE: readonly Clipboard[] = [
  {
    name: 'Google Docs: bold, italics, strikes and a link, and nothing else bold',
    html: docs(
      line(
        run('La ') +
          run('obra', 'font-weight:700;') +
          run(' sigue ') +
          run('en mayo', 'font-style:italic;') +
          run(' y no ') +
          run('en abril', 'text-decoration:line-through;') +
          run('; ') +
          `<a href="https://muni.gob.ar/obras" style="text-decoration:none;">${run('más', 'color:#1155cc;text-decoration:underline;')}</a>`,
      ),
    ),
    becomes:
      '<p>La <strong>obra</strong> sigue <em>en mayo</em> y no <del>en abril</del>; <a href="https://muni.gob.ar/obras">más</a></p>',
  },
  {
    name: 'Google Docs: its title, headings and an empty line',
    html: docs(
      line(run('Plan de veredas', 'font-size:26pt;')) +
        `<h2 dir="ltr" style="line-height:1.38;margin-top:18pt;margin-bottom:6pt;">${run('Etapa 1', 'font-size:16pt;')}</h2>` +
        line(run('Centro.')) +
        `<br>` +
        line(run('Norte.')),
    ),
    becomes: '<h2>Plan de veredas</h2><h2>Etapa 1</h2><p>Centro.</p><p>Norte.</p>',
  },
  {
    name: 'Google Docs: a list in a list, which stands beside its item',
    html: docs(
      `<ul style="margin-top:0;margin-bottom:0;padding-inline-start:48px;">${item('Poda', 1)}<ul style="margin-top:0;margin-bottom:0;">${item('Centro', 2)}${item('Norte', 2)}</ul>${item('Barrido', 1)}</ul>`,
    ),
    becomes: '<ul><li>Poda<ul><li>Centro</li><li>Norte</li></ul></li><li>Barrido</li></ul>',
  },
  {
    name: 'Google Docs: a table between paragraphs',
    html: docs(
      line(run('Turnos:')) +
        `<div dir="ltr" style="margin-left:0pt;" align="left"><table style="border:none;border-collapse:collapse;table-layout:fixed;width:468pt"><colgroup><col /><col /></colgroup><tbody><tr style="height:0pt"><td style="border-left:solid #000000 1pt;vertical-align:top;padding:5pt;overflow:hidden;">${line(run('Día', 'font-weight:700;'))}</td><td style="border-left:solid #000000 1pt;">${line(run('Hora', 'font-weight:700;'))}</td></tr><tr style="height:0pt"><td>${line(run('Lunes'))}</td><td>${line(run('De 8')) + line(run('a 12'))}</td></tr></tbody></table></div>` +
        line(run('Sin turno no se atiende.')),
    ),
    becomes:
      '<p>Turnos:</p><table><thead><tr><th>Día</th><th>Hora</th></tr></thead><tbody><tr><td>Lunes</td><td><p>De 8</p><p>a 12</p></td></tr></tbody></table>' +
      '<p>Sin turno no se atiende.</p>',
  },
  {
    name: 'Google Docs: a picture and underlined words',
    html: docs(
      line(
        run(
          '<span style="border:none;display:inline-block;overflow:hidden;width:602px;height:401px;"><img src="https://lh7-rt.googleusercontent.com/docsz/AD_4nX" width="602" height="401" style="margin-left:0px;margin-top:0px;" /></span>',
        ),
      ) + line(run('Importante', 'text-decoration:underline;')),
    ),
    becomes: '<figure><img src="/uploads/text/sin-nombre-16d8be88c806fb85-0.webp" /></figure><p>Importante</p>',
    lost: ['el subrayado'],
    asked: ['sin-nombre'],
  },
  {
    name: 'Google Sheets: a range with a bold head, merged cells and a line break',
    html: sheet(
      `<tr style="height:21px;"><td style="${STYLE}font-weight:bold;" data-sheets-value="{&quot;1&quot;:2,&quot;2&quot;:&quot;Servicio&quot;}">Servicio</td><td style="${STYLE}font-weight:bold;">Tarifa</td></tr>` +
        `<tr style="height:21px;"><td style="${STYLE}">Agua<br/>familiar</td><td style="${STYLE}text-align:right;" data-sheets-value="{&quot;1&quot;:3,&quot;3&quot;:1500}">1.500</td></tr>` +
        `<tr style="height:21px;"><td style="${STYLE}" rowspan="1" colspan="2">Desde marzo</td></tr>` +
        `<tr style="height:21px;"><td style="${STYLE}"></td><td style="${STYLE}"></td></tr>`,
    ),
    becomes:
      '<table><thead><tr><th>Servicio</th><th>Tarifa</th></tr></thead><tbody><tr><td>Agua<br />familiar</td><td>1.500</td></tr>' +
      '<tr><td colspan="2">Desde marzo</td></tr></tbody></table>',
  },
  {
    name: 'Google Sheets: one cell',
    html: `<meta charset='utf-8'><google-sheets-html-origin><style type="text/css"><!--td {border: 1px solid #cccccc;}br {mso-data-placement:same-cell;}--></style><span style="font-size:10pt;font-family:Arial;" data-sheets-root="1" data-sheets-value="{&quot;1&quot;:2,&quot;2&quot;:&quot;Expediente 12&quot;}">Expediente 12</span></google-sheets-html-origin>`,
    becomes: '<p>Expediente 12</p>',
  },
];
