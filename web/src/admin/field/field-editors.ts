import type { ComponentType } from 'react';
import type { FieldKind } from '#contract/fields';
import { ChoiceField } from '../../fields/choice.tsx';
import { DayField, MomentField, TimeField } from '../../fields/day.tsx';
import { EmailField } from '../../fields/email.tsx';
import type { FieldProps } from '../../fields/field-props.ts';
import { FlagField } from '../../fields/flag.tsx';
import { LineField } from '../../fields/line.tsx';
import { LinesField } from '../../fields/lines.tsx';
import { PasswordField } from '../../fields/password.tsx';
import { VideoField } from '../../fields/video.tsx';
import { WebField } from '../../fields/web.tsx';

import { PdfTitlesEditor } from './pdf-titles-editor.tsx';
import { TurnsEditor } from './roster/turns-editor.tsx';
import { RichField } from './rich-field.tsx';

/** The editor component of each kind of field. */
export const editors: Record<FieldKind, ComponentType<FieldProps>> = {
  line: LineField,
  lines: LinesField,
  html: RichField,
  day: DayField,
  time: TimeField,
  moment: MomentField,
  choice: ChoiceField,
  // With the town's categories as its choices: `withCategories`.
  category: ChoiceField,
  flag: FlagField,
  web: WebField,
  video: VideoField,
  email: EmailField,
  phones: LineField,
  hours: LineField,
  password: PasswordField,
  pdfTitles: PdfTitlesEditor,
  turns: TurnsEditor,
};
