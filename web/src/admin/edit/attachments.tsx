import { entities } from '#contract/forms-and-lists';
import { hasOnePdf, hasOnePicture, hasPdfs, traitsOf } from '#contract/record-types';
import type { RecordEntity } from '#contract/record-types';
import { Labels } from './label-box.tsx';
import type { Shown } from '../workspace/overlay.ts';
import { PdfField } from '../files/pdf/pdf-field.tsx';
import { PdfList } from '../files/pdf/pdf-list.tsx';
import { PictureField } from '../files/picture-field.tsx';
import { Videos } from './videos.tsx';

/** The attachments of a record, as its type declares them: labels, its one picture, videos and PDFs. */
export function Attachments({ entity, shown }: { entity: RecordEntity; shown: Shown }) {
  const { hasLabels, hasVideos, hasPictureLimit: isLimited = false } = traitsOf(entity);
  const { picture: label = 'Imagen' } = entities[entity];
  return (
    <>
      {hasLabels && <Labels shown={shown} />}
      {hasOnePicture(entity) && <PictureField entity={entity} shown={shown} label={label} isLimited={isLimited} />}
      {hasVideos && <Videos shown={shown} />}
      {hasPdfs(entity) && <PdfList owner={entity} shown={shown} />}
      {hasOnePdf(entity) && <PdfField owner={entity} shown={shown} label="PDF" />}
    </>
  );
}
