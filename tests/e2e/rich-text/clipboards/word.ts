import type { Clipboard } from './clipboard.ts';

/** What Word for Windows writes around every copy. */
const word = (body: string) => `<html xmlns:v="urn:schemas-microsoft-com:vml"
xmlns:o="urn:schemas-microsoft-com:office:office"
xmlns:w="urn:schemas-microsoft-com:office:word"
xmlns="http://www.w3.org/TR/REC-html40">

<head>
<meta http-equiv=Content-Type content="text/html; charset=utf-8">
<meta name=ProgId content=Word.Document>
<meta name=Generator content="Microsoft Word 15">
<link rel=File-List href="file:///C:/Users/mesa/AppData/Local/Temp/msohtmlclip1/01/clip_filelist.xml">
<!--[if gte mso 9]><xml>
 <w:WordDocument><w:View>Normal</w:View><w:HyphenationZone>21</w:HyphenationZone></w:WordDocument>
</xml><![endif]-->
<style>
<!--
 /* Style Definitions */
 p.MsoNormal, li.MsoNormal, div.MsoNormal
	{mso-style-unhide:no; margin-bottom:8.0pt; font-size:11.0pt; font-family:"Calibri",sans-serif;}
h1
	{mso-style-priority:9; mso-style-link:"Título 1 Car"; font-size:16.0pt; color:#2F5496; font-weight:normal;}
-->
</style>
</head>

<body lang=ES-AR style='tab-interval:35.4pt'>
<!--StartFragment-->
${body}
<!--EndFragment-->
</body>

</html>`;

const bullet = (sign: string, font = 'Symbol') =>
  `<![if !supportLists]><span style='font-family:${font};mso-fareast-font-family:${font}'><span style='mso-list:Ignore'>${sign}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>`;

const CELL = `style='width:150.0pt;border:solid windowtext 1.0pt;mso-border-alt:solid windowtext .5pt;padding:0cm 5.4pt 0cm 5.4pt'`;
const cell = (words: string, more = '') =>
  `<td width=200 ${more} valign=top ${CELL}>
  <p class=MsoNormal style='margin-bottom:0cm;line-height:normal'>${words}<o:p></o:p></p>
  </td>`;

export const WORD: readonly Clipboard[] = [
  {
    name: 'Word: titles, bold by tag and by style, and a note of the reviewer',
    html: word(`<p class=MsoTitle>Licitación pública 3/2026<o:p></o:p></p>

<h1>Objeto<o:p></o:p></h1>

<p class=MsoNormal>La <b>obra</b> se hará en <i style='mso-bidi-font-style:normal'>dos
etapas</i>, con un <span style='font-weight:bold'>plazo</span> de <s>90</s> 120&nbsp;días.<a
style='mso-comment-reference:M_1'></a><span style='mso-special-character:comment;display:none'>[M1]</span><o:p></o:p></p>

<p class=MsoNormal><o:p>&nbsp;</o:p></p>

<h2>Plazos<o:p></o:p></h2>

<p class=MsoNormal>Desde el lunes.<o:p></o:p></p>`),
    becomes:
      '<h2>Licitación pública 3/2026</h2><h2>Objeto</h2><p>La <strong>obra</strong> se hará en <em>dos etapas</em>, con un ' +
      '<strong>plazo</strong> de <del>90</del> 120 días.</p><h2>Plazos</h2><p>Desde el lunes.</p>',
  },
  {
    name: 'Word: a list in a list, and a numbered one right after it',
    html: word(`<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'>${bullet('·')}Documentación<o:p></o:p></p>

<p class=MsoListParagraphCxSpMiddle style='margin-left:72.0pt;mso-add-space:auto;text-indent:-18.0pt;mso-list:l0 level2 lfo1'>${bullet('o', '"Courier New"')}DNI<o:p></o:p></p>

<p class=MsoListParagraphCxSpMiddle style='margin-left:72.0pt;mso-add-space:auto;text-indent:-18.0pt;mso-list:l0 level2 lfo1'>${bullet('o', '"Courier New"')}CUIT<o:p></o:p></p>

<p class=MsoListParagraphCxSpLast style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'>${bullet('·')}Garantía<o:p></o:p></p>

<p class=MsoListParagraph style='text-indent:-18.0pt;mso-list:l1 level1 lfo2'>${bullet('1.', 'Calibri')}Retirar el pliego<o:p></o:p></p>

<p class=MsoListParagraph style='text-indent:-18.0pt;mso-list:l1 level1 lfo2'>${bullet('2.', 'Calibri')}Presentar la oferta<o:p></o:p></p>`),
    becomes:
      '<ul><li>Documentación<ul><li>DNI</li><li>CUIT</li></ul></li><li>Garantía</li></ul>' +
      '<ol><li>Retirar el pliego</li><li>Presentar la oferta</li></ol>',
  },
  {
    name: 'Word 2010 in Chrome: a list whose bullets have no mark of their own',
    html: word(
      `<p class="MsoListParagraph" style="text-indent:-18.0pt;mso-list:l0 level1 lfo1"><!--[if !supportLists]--><span lang="ES" style="font-family:Symbol;mso-fareast-font-family:Symbol">·<span style="font-size: 7pt; line-height: normal;">&nbsp;&nbsp;&nbsp;&nbsp; </span></span><!--[endif]--><span lang="ES">Poda<o:p></o:p></span></p>` +
        `<p class="MsoListParagraph" style="text-indent:-18.0pt;mso-list:l0 level1 lfo1"><!--[if !supportLists]--><span lang="ES" style="font-family:Symbol;mso-fareast-font-family:Symbol">·<span style="font-size: 7pt; line-height: normal;">&nbsp;&nbsp;&nbsp;&nbsp; </span></span><!--[endif]--><span lang="ES">Barrido<o:p></o:p></span></p>`,
    ),
    becomes: '<ul><li>Poda</li><li>Barrido</li></ul>',
  },
  {
    name: 'Word: a table without a head between paragraphs, with merged cells and a bold first row',
    html: word(`<p class=MsoNormal>Montos:<o:p></o:p></p>

<table class=MsoTableGrid border=1 cellspacing=0 cellpadding=0 style='border-collapse:collapse;border:none;mso-border-alt:solid windowtext .5pt'>
 <tr style='mso-yfti-irow:0;mso-yfti-firstrow:yes'>
  ${cell('<b>Zona</b>')}
  ${cell('<b>Obra</b>')}
  ${cell('<b>Monto</b>')}
 </tr>
 <tr style='mso-yfti-irow:1'>
  ${cell('Centro', 'rowspan=2')}
  ${cell('Cordón')}
  ${cell('$&nbsp;1.000')}
 </tr>
 <tr style='mso-yfti-irow:2'>
  ${cell('Veredas')}
  ${cell('$&nbsp;2.000')}
 </tr>
 <tr style='mso-yfti-irow:3;mso-yfti-lastrow:yes'>
  ${cell('Total', 'colspan=2')}
  ${cell('$&nbsp;3.000')}
 </tr>
</table>

<p class=MsoNormal>Sin IVA.<o:p></o:p></p>`),
    becomes:
      '<p>Montos:</p><table><thead><tr><th>Zona</th><th>Obra</th><th>Monto</th></tr></thead><tbody>' +
      '<tr><td rowspan="2">Centro</td><td>Cordón</td><td>$ 1.000</td></tr><tr><td>Veredas</td><td>$ 2.000</td></tr>' +
      '<tr><td colspan="2">Total</td><td>$ 3.000</td></tr></tbody></table><p>Sin IVA.</p>',
  },
  {
    name: 'Word: a picture, underlined words, square metres, an ordinal and a bookmark',
    html: word(`<p class=MsoNormal><img width=200 height=100 src="file:///C:/Users/mesa/AppData/Local/Temp/msohtmlclip1/01/clip_image001.png" v:shapes="Imagen_x0020_1"></p>

<p class=MsoNormal>El <u>lote</u> tiene 250&nbsp;m<sup>2</sup> y es el 1<sup>o</sup> de <a href="#_Toc1">la lista</a>; ver <a href="https://muni.gob.ar/lotes">los lotes</a>.<o:p></o:p></p>`),
    becomes:
      '<figure><img src="/uploads/text/clip-image001-ec378374e2f2d905-0.webp" /></figure>' +
      '<p>El lote tiene 250 m² y es el 1º de la lista; ver <a href="https://muni.gob.ar/lotes">los lotes</a>.</p>',
    lost: ['el subrayado'],
    asked: ['clip-image001'],
  },
  {
    name: 'Word on the web: a heading, bold words and a list in a list',
    html:
      `<div class="OutlineElement Ltr SCXW11351243 BCX0" style="margin: 0px; padding: 0px; direction: ltr;"><p class="Paragraph SCXW11351243 BCX0" role="heading" aria-level="2" style="margin: 0px; font-weight: normal;"><span data-contrast="none" class="TextRun SCXW11351243 BCX0" style="font-size: 13pt;"><span class="NormalTextRun SCXW11351243 BCX0">Horarios</span></span><span class="EOP SCXW11351243 BCX0" data-ccp-props="{&quot;201341983&quot;:0}">&nbsp;</span></p></div>` +
      `<div class="OutlineElement Ltr SCXW11351243 BCX0"><p class="Paragraph SCXW11351243 BCX0"><span class="TextRun SCXW11351243 BCX0" style="font-weight: bold;"><span class="NormalTextRun SCXW11351243 BCX0">Lunes</span></span><span class="TextRun SCXW11351243 BCX0"><span class="NormalTextRun SCXW11351243 BCX0"> a viernes</span></span><span class="EOP SCXW11351243 BCX0">&nbsp;</span></p></div>` +
      [
        ['1', 'Mesa de entradas'],
        ['2', 'De 7 a 14'],
        ['2', 'De 16 a 18'],
        ['1', 'Tesorería'],
      ]
        .map(
          ([level, words]) =>
            `<div class="ListContainerWrapper SCXW11351243 BCX0" style="margin: 0px;"><ul class="BulletListStyle${level} SCXW11351243 BCX0" role="list"><li data-leveltext="" data-font="Symbol" data-listid="1" aria-setsize="-1" data-aria-posinset="1" data-aria-level="${level}" role="listitem" class="OutlineElement Ltr SCXW11351243 BCX0"><p class="Paragraph SCXW11351243 BCX0"><span class="TextRun SCXW11351243 BCX0"><span class="NormalTextRun SCXW11351243 BCX0">${words}</span></span><span class="EOP SCXW11351243 BCX0">&nbsp;</span></p></li></ul></div>`,
        )
        .join(''),
    becomes:
      '<h2>Horarios</h2><p><strong>Lunes</strong> a viernes</p>' +
      '<ul><li>Mesa de entradas<ul><li>De 7 a 14</li><li>De 16 a 18</li></ul></li><li>Tesorería</li></ul>',
  },
  {
    name: 'Word on the web: a table',
    html: `<div class="OutlineElement Ltr SCXW5 BCX0"><div class="TableContainer SCXW5 BCX0"><table class="Table Ltr TableGrid SCXW5 BCX0" border="1" data-tablestyle="MsoTableGrid"><tbody class="SCXW5 BCX0"><tr class="TableRow SCXW5 BCX0" role="row" aria-rowindex="1"><td class="FirstRow FirstCol SCXW5 BCX0" role="rowheader" style="border: 1px solid;"><div class="TableCellContent SCXW5 BCX0"><div class="OutlineElement Ltr SCXW5 BCX0"><p class="Paragraph SCXW5 BCX0"><span class="TextRun SCXW5 BCX0"><span class="NormalTextRun SCXW5 BCX0">Mesa</span></span><span class="EOP SCXW5 BCX0">&nbsp;</span></p></div></div></td><td class="FirstRow SCXW5 BCX0" role="columnheader"><div class="TableCellContent SCXW5 BCX0"><div class="OutlineElement Ltr SCXW5 BCX0"><p class="Paragraph SCXW5 BCX0"><span class="TextRun SCXW5 BCX0"><span class="NormalTextRun SCXW5 BCX0">Interno</span></span><span class="EOP SCXW5 BCX0">&nbsp;</span></p></div></div></td></tr></tbody></table></div></div>`,
    becomes: '<table><tbody><tr><td>Mesa</td><td>Interno</td></tr></tbody></table>',
  },
];
