import type { ExtraProps } from './edit-screen.tsx';
import { Gallery } from './gallery.tsx';
import { Labels } from './labels.tsx';
import { PdfField } from './pdf-field.tsx';
import { PictureField } from './picture-field.tsx';
import { Videos } from './videos.tsx';

/** What the edit screens show beside the plain fields. The 2 MB of spec section 5 hold for stories, authorities and albums. */
export function StoryExtras({ shown }: ExtraProps) {
  return (
    <>
      <Labels shown={shown} />
      <PictureField entity="story" shown={shown} label="Imagen" isLimited />
    </>
  );
}

export const EventExtras = ({ shown }: ExtraProps) => <PictureField entity="agenda" shown={shown} label="Imagen" isLimited={false} />;
export const AuthorityExtras = ({ shown }: ExtraProps) => <PictureField entity="authority" shown={shown} label="Foto" isLimited />;
export const BulletinExtras = ({ shown }: ExtraProps) => <PdfField owner="bulletin" shown={shown} label="PDF" />;

export function AlbumExtras({ shown }: ExtraProps) {
  return (
    <>
      <Gallery owner="album" shown={shown} isLimited />
      <Videos shown={shown} />
    </>
  );
}
