import type { Clipboard } from './clipboard.ts';

export const PLAIN: readonly Clipboard[] = [
  {
    name: 'WhatsApp: bold, italics and strikes, a list, an address and an emoji',
    text: `*Corte de agua* 🚰\n\nMañana _de 8 a 12_ ~y a la tarde~ en:\n- Centro\n- Barrio Norte\n\nMás en https://muni.gob.ar/agua_potable_y_cloacas. Consultas: agua@muni.gob.ar`,
    becomes:
      '<p><strong>Corte de agua</strong> 🚰</p><p>Mañana <em>de 8 a 12</em> <del>y a la tarde</del> en:</p><ul><li>Centro</li><li>Barrio Norte</li></ul>' +
      '<p>Más en <a href="https://muni.gob.ar/agua_potable_y_cloacas">https://muni.gob.ar/agua_potable_y_cloacas</a>. ' +
      'Consultas: <a href="mailto:agua@muni.gob.ar">agua@muni.gob.ar</a></p>',
  },
  {
    name: 'WhatsApp: signs that are no marks',
    text: 'Son 3 * 4 * 5 y el archivo acta_final_v2.pdf\nTel. 2966 42-1234',
    becomes: '<p>Son 3 * 4 * 5 y el archivo acta_final_v2.pdf</p><p>Tel. 2966 42-1234</p>',
  },
  {
    name: 'Notepad: a numbered list, and numbers that are no list',
    text: '1. Retirar el pliego\r\n2. Ofertar\r\n2026. Un año\r\n7) Sola',
    becomes: '<ol><li>Retirar el pliego</li><li>Ofertar</li></ol><p>2026. Un año</p><p>7) Sola</p>',
  },
  {
    name: 'Notepad: columns with tabs, and < in the text',
    text: 'Mesa\t101\nTesorería\t<102>\nSin interno',
    becomes:
      '<table><tbody><tr><td>Mesa</td><td>101</td></tr><tr><td>Tesorería</td><td>&lt;102&gt;</td></tr></tbody></table><p>Sin interno</p>',
  },
  {
    name: 'PDF: lines that are broken at the edge of the page, a divided word, and two paragraphs',
    text: 'VISTO el expediente 12/2026 por el que la Secretaría de Obras soli-\ncita la contratación de la obra de cordón cuneta en el barrio Norte,\ny CONSIDERANDO que existe crédito en el presupuesto vigente para la\natención del gasto.\nQue corresponde dictar el acto administrativo que apruebe el pliego\nde bases y condiciones y fije la fecha de apertura de los sobres en\nla sede municipal.',
    becomes:
      '<p>VISTO el expediente 12/2026 por el que la Secretaría de Obras soli-</p><p>cita la contratación de la obra de cordón cuneta en el barrio Norte,</p>' +
      '<p>y CONSIDERANDO que existe crédito en el presupuesto vigente para la</p><p>atención del gasto.</p>' +
      '<p>Que corresponde dictar el acto administrativo que apruebe el pliego</p><p>de bases y condiciones y fije la fecha de apertura de los sobres en</p>' +
      '<p>la sede municipal.</p>',
    joined:
      '<p>VISTO el expediente 12/2026 por el que la Secretaría de Obras solicita la contratación de la obra de cordón cuneta en el barrio Norte, ' +
      'y CONSIDERANDO que existe crédito en el presupuesto vigente para la atención del gasto.</p>' +
      '<p>Que corresponde dictar el acto administrativo que apruebe el pliego de bases y condiciones y fije la fecha de apertura de los sobres en la sede municipal.</p>',
  },
];
