import type { Clipboard } from './clipboard.ts';

/** Excel for Windows: its styles are classes. */
const excel = (rows: string) => `<html xmlns:v="urn:schemas-microsoft-com:vml"
xmlns:o="urn:schemas-microsoft-com:office:office"
xmlns:x="urn:schemas-microsoft-com:office:excel"
xmlns="http://www.w3.org/TR/REC-html40">
<head>
<meta http-equiv=Content-Type content="text/html; charset=utf-8">
<meta name=ProgId content=Excel.Sheet>
<meta name=Generator content="Microsoft Excel 15">
<style>
<!--table
	{mso-displayed-decimal-separator:"\\,"; mso-displayed-thousand-separator:"\\.";}
tr
	{mso-height-source:auto;}
td
	{padding-top:1px; color:black; font-size:11.0pt; font-weight:400; font-style:normal; mso-number-format:General;}
.xl65
	{font-weight:700;}
.xl66
	{mso-number-format:"\\0022$\\0022\\\\ \\#\\,\\#\\#0\\.00"; text-align:right;}
-->
</style>
</head>
<body link="#0563C1" vlink="#954F72">
<table border=0 cellpadding=0 cellspacing=0 width=192 style='border-collapse: collapse;width:144pt'>
<!--StartFragment-->
 <col width=64 span=3 style='width:48pt'>
${rows}
<!--EndFragment-->
</table>
</body>
</html>`;

/** LibreOffice 7.4 writes this of a text with a heading, marks, lists, a table and a link; made with it. */
const WRITER = `<!DOCTYPE html>
<html>
<head>
	<meta http-equiv="content-type" content="text/html; charset=utf-8"/>
	<title></title>
	<meta name="generator" content="LibreOffice 7.4.7.2 (Linux)"/>
	<style type="text/css">
		@page { size: 8.27in 11.69in; margin-left: 0.79in; margin-right: 0.39in; margin-top: 0.39in; margin-bottom: 0.39in }
		p { background: transparent }
		td p { background: transparent }
		h1 { background: transparent; page-break-after: avoid }
		h1.western { font-family: "Liberation Sans"; font-size: 24pt; font-weight: bold }
		h2.western { font-family: "Liberation Serif", serif; font-size: 18pt; font-weight: bold }
		a:link { color: #000080; text-decoration: underline }
	</style>
</head>
<body lang="en-US" link="#000080" vlink="#800000" dir="ltr"><h1 class="western">
Licitación pública 3/2026</h1>
<p>La <b>obra</b> se hará en <i>dos etapas</i>, con <strike>90</strike>
120 días y m<sup>2</sup>.</p>
<h2 class="western">Requisitos</h2>
<ul>
	<li><p style="margin-bottom: 0in">Documentación</p>
	<ul>
		<li><p style="margin-bottom: 0in">DNI</p>
		<li><p style="margin-bottom: 0in">Constancia de CUIT</p>
	</ul>
	<li><p>Garantía</p>
</ul>
<ol>
	<li><p style="margin-bottom: 0in">Retirar el pliego</p>
	<li><p>Presentar la oferta</p>
</ol>
<p>Más en <a href="https://muni.gob.ar/pliegos">la página</a>.</p>
</body>
</html>`;
const WRITER_TABLE = `<!DOCTYPE html>
<html>
<head>
	<meta http-equiv="content-type" content="text/html; charset=utf-8"/>
	<meta name="generator" content="LibreOffice 7.4.7.2 (Linux)"/>
</head>
<body lang="en-US" link="#000080" vlink="#800000" dir="ltr">
<p>Montos:</p>
<table width="168" cellpadding="2" cellspacing="1">
	<col width="45"/>

	<col width="54"/>

	<col width="51"/>

	<tr>
		<td colspan="2" width="104" style="border-top: 1px double #808080; padding: 0.02in"><p>
			<b>Zona</b></p>
		</td>
		<td width="51" style="border-top: 1px double #808080; padding: 0.02in"><p>
			<b>Monto</b></p>
		</td>
	</tr>
	<tr>
		<td rowspan="2" width="45" style="border-top: none; padding-top: 0in"><p>
			Centro</p>
		</td>
		<td width="54" style="border-top: none"><p>
			Cordón</p>
		</td>
		<td width="51" style="border-top: none"><p>
			$ 1.000</p>
		</td>
	</tr>
	<tr>
		<td width="54" style="border-top: none"><p>
			Veredas</p>
		</td>
		<td width="51" style="border-top: none"><p>
			$ 2.000</p>
		</td>
	</tr>
</table>
</body>
</html>`;
const CALC = `<!DOCTYPE html>

<html>
<head>
	
	<meta http-equiv="content-type" content="text/html; charset=utf-8"/>
	<title></title>
	<meta name="generator" content="LibreOffice 7.4.7.2 (Linux)"/>
	<style type="text/css">
		body,div,table,thead,tbody,tfoot,tr,th,td,p { font-family:"Liberation Sans"; font-size:x-small }
		a.comment-indicator:hover + comment { background:#ffd; position:absolute; display:block; border:1px solid black; padding:0.5em;  } 
		comment { display:none;  } 
	</style>
	
</head>

<body>
<table cellspacing="0" border="0">
	<colgroup span="3" width="85"></colgroup>
	<tr>
		<td colspan=2 height="17" align="left"><b>Servicio</b></td>
		<td align="left"><b>Tarifa</b></td>
	</tr>
	<tr>
		<td height="17" align="left">Agua</td>
		<td align="left">familiar</td>
		<td align="right" sdval="1500" sdnum="1033;">1500</td>
	</tr>
	<tr>
		<td height="17" align="left">Agua</td>
		<td align="left">comercial</td>
		<td align="right" sdval="3000" sdnum="1033;">3000</td>
	</tr>
</table>
<!-- ************************************************************************** -->
</body>

</html>`;

export const OFFICE: readonly Clipboard[] = [
  {
    name: 'Excel: a range whose head is bold by its class',
    html: excel(` <tr height=20 style='height:15.0pt'>
  <td height=20 class=xl65 width=64 style='height:15.0pt;width:48pt'>Rubro</td>
  <td class=xl65 width=64 style='width:48pt'>Cuota</td>
 </tr>
 <tr height=20 style='height:15.0pt'>
  <td height=20 style='height:15.0pt'>Comercio</td>
  <td class=xl66 align=right>$ 1.500,00</td>
 </tr>`),
    becomes:
      '<table><thead><tr><th>Rubro</th><th>Cuota</th></tr></thead><tbody><tr><td>Comercio</td><td>$ 1.500,00</td></tr></tbody></table>',
  },
  {
    name: 'Excel: merged cells, a line break in a cell, and no head',
    html: excel(` <tr height=20 style='height:15.0pt'>
  <td rowspan=2 height=40 width=64 style='height:30.0pt;width:48pt'>Enero</td>
  <td colspan=2 width=128>Primera<br>
    quincena</td>
 </tr>
 <tr height=20 style='height:15.0pt'>
  <td height=20>10</td>
  <td>20</td>
 </tr>`),
    becomes:
      '<table><tbody><tr><td rowspan="2">Enero</td><td colspan="2">Primera<br />quincena</td></tr><tr><td>10</td><td>20</td></tr></tbody></table>',
  },
  {
    name: 'LibreOffice Writer: headings, marks, lists in lists, a link',
    html: WRITER,
    becomes:
      '<h2>Licitación pública 3/2026</h2><p>La <strong>obra</strong> se hará en <em>dos etapas</em>, con <del>90</del> 120 días y m².</p>' +
      '<h2>Requisitos</h2><ul><li>Documentación<ul><li>DNI</li><li>Constancia de CUIT</li></ul></li><li>Garantía</li></ul>' +
      '<ol><li>Retirar el pliego</li><li>Presentar la oferta</li></ol><p>Más en <a href="https://muni.gob.ar/pliegos">la página</a>.</p>',
  },
  {
    name: 'LibreOffice Writer: a table with merged cells',
    html: WRITER_TABLE,
    becomes:
      '<p>Montos:</p><table><thead><tr><th colspan="2">Zona</th><th>Monto</th></tr></thead><tbody>' +
      '<tr><td rowspan="2">Centro</td><td>Cordón</td><td>$ 1.000</td></tr><tr><td>Veredas</td><td>$ 2.000</td></tr></tbody></table>',
  },
  {
    name: 'LibreOffice Calc: a range with a bold head',
    html: CALC,
    becomes:
      '<table><thead><tr><th colspan="2">Servicio</th><th>Tarifa</th></tr></thead><tbody><tr><td>Agua</td><td>familiar</td><td>1500</td></tr>' +
      '<tr><td>Agua</td><td>comercial</td><td>3000</td></tr></tbody></table>',
  },
];
