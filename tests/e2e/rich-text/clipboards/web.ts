import type { Clipboard } from './clipboard.ts';

export const WEB: readonly Clipboard[] = [
  {
    name: 'Gmail: lines that are boxes, an empty line, and a quotation',
    html: `<meta charset='utf-8'><div dir="ltr" style="color: rgb(34, 34, 34); font-family: Arial, Helvetica, sans-serif; font-size: small; font-style: normal; font-weight: 400;"><div>Buenos días:</div><div><br></div><div>Se corta el agua <b>mañana</b>.</div><div>De 8 a 12.</div></div><br class="Apple-interchange-newline"><blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex;border-left:1px solid rgb(204,204,204);padding-left:1ex"><div dir="ltr">¿Hasta cuándo?</div></blockquote>`,
    becomes:
      '<p>Buenos días:</p><p>Se corta el agua <strong>mañana</strong>.</p><p>De 8 a 12.</p><blockquote><p>¿Hasta cuándo?</p></blockquote>',
  },
  {
    name: 'Gmail: a picture of an emoji, a list, and a picture of a pixel',
    html: `<div dir="ltr">¡Gracias! <img data-emoji="🙂" class="an1" alt="🙂" aria-label="🙂" draggable="false" src="https://fonts.gstatic.com/s/e/notoemoji/17.0/1f642/72.png" loading="lazy"><ul><li style="margin-left:15px">Uno</li><li style="margin-left:15px">Dos</li></ul><img src="https://rastro.example/p.gif" width="1" height="1"></div>`,
    becomes: '<p>¡Gracias! 🙂</p><ul><li>Uno</li><li>Dos</li></ul>',
  },
  {
    name: 'Outlook: a mail with a link through its guard, and a signature in a table of one cell',
    html: `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word"><head><style><!-- p.MsoNormal {margin:0cm;} --></style></head><body><!--StartFragment--><p class="MsoNormal">Adjunto <a href="https://nam11.safelinks.protection.outlook.com/?url=https%3A%2F%2Fmuni.gob.ar%2Fpliego%3Fa%3D1&amp;data=05%7C02%7C&amp;reserved=0">el pliego</a>.<o:p></o:p></p><p class="MsoNormal"><o:p>&nbsp;</o:p></p><table class="MsoNormalTable" border="0" cellspacing="0" cellpadding="0"><tr><td style="padding:0cm 0cm 0cm 0cm"><p class="MsoNormal"><b>Ana Gómez</b><o:p></o:p></p><p class="MsoNormal">Compras<o:p></o:p></p></td></tr></table><!--EndFragment--></body></html>`,
    becomes:
      '<p>Adjunto <a href="https://muni.gob.ar/pliego?a=1">el pliego</a>.</p><p><strong>Ana Gómez</strong></p><p>Compras</p>',
  },
  {
    name: 'Outlook: tables that only place what is in them',
    html: `<table role="presentation" width="600"><tr><td><table width="100%"><tr><td><h1 style="font-size:24px">Boletín</h1></td></tr><tr><td><p>Primera nota.</p></td></tr></table></td></tr></table>`,
    becomes: '<h2>Boletín</h2><p>Primera nota.</p>',
  },
  {
    name: 'Web page: headings, a table with a head, hidden words, a video',
    html: `<meta charset='utf-8'><article style="font-weight:400"><h1 style="font-weight: bold;">Vacunas</h1><p>Hay <strong style="box-sizing: inherit;">turnos</strong>.<span style="display:none">Anuncio</span></p><div class="embed"><iframe src="https://www.youtube.com/embed/x"></iframe></div><h4>Edades</h4><table class="wikitable"><caption>Calendario</caption><tbody><tr><th scope="col">Edad</th><th scope="col">Dosis</th></tr><tr><td>2 meses</td><td>1ª</td></tr></tbody></table></article><script>alert(1)</script>`,
    becomes:
      '<h2>Vacunas</h2><p>Hay <strong>turnos</strong>.</p><h3>Edades</h3><p>Calendario</p>' +
      '<table><thead><tr><th>Edad</th><th>Dosis</th></tr></thead><tbody><tr><td>2 meses</td><td>1ª</td></tr></tbody></table>',
    lost: ['1 video'],
  },
  {
    name: 'Web page: lines parted by two breaks, a link through Google, pictures and a list that starts at 4',
    html: `<div>Primera parte.<br><br>Segunda <a href="https://www.google.com/url?q=https://muni.gob.ar/&amp;sa=D&amp;usg=x">parte</a>.</div><figure><img src="https://x.example/a.jpg" width="300" height="200"><figcaption>La plaza</figcaption></figure><p><img src="data:image/png;base64,iVBORw0KGgo="></p><ol start="4"><li>Cuatro</li><li>Cinco</li></ol>`,
    becomes:
      '<p>Primera parte.</p><p>Segunda <a href="https://muni.gob.ar/">parte</a>.</p>' +
      '<figure><img src="/uploads/text/a-ae16a734e1ddc563-0.webp" /><figcaption>La plaza</figcaption></figure>' +
      '<figure><img src="/uploads/text/imagen-pegada-png-0123456789abcdef-480.webp" width="480" height="320" /></figure><ol><li>Cuatro</li><li>Cinco</li></ol>',
    lost: ['la numeración, que no empezaba en 1'],
    asked: ['a'],
  },
  {
    name: 'Web page: a picture that is loaded once it is near, and a table of one column with a caption',
    html: `<p>Hola</p><img src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7" data-src="https://x.example/rio.jpg" width="600" height="400"><table><caption>Horarios</caption><tbody><tr><td>Lunes</td></tr><tr><td>Martes</td></tr></tbody></table>`,
    becomes:
      '<p>Hola</p><figure><img src="/uploads/text/rio-e31916b1ef1a2ea2-0.webp" /></figure><p>Horarios</p><p>Lunes</p><p>Martes</p>',
    asked: ['rio'],
  },
  {
    name: 'Web page: what would run or load something',
    html: `<p onclick="alert(1)">Hola <a href="javascript:alert(2)">acá</a><img src=x onerror="alert(3)"></p><svg onload="alert(4)"></svg><style>@import "//evil.example/x.css"</style>`,
    becomes: '<p>Hola acá</p>',
    lost: ['2 imágenes'],
  },
  {
    name: 'Firefox: a page of a PDF',
    html: `<meta charset="utf-8"><span role="presentation" dir="ltr">Artículo 1. Apruébase el pliego.</span><br role="presentation"><span role="presentation" dir="ltr">Artículo 2. Comuníquese.</span>`,
    becomes: '<p>Artículo 1. Apruébase el pliego.</p><p>Artículo 2. Comuníquese.</p>',
  },
];
