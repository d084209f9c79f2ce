import { useEffect, useRef } from 'react';
import { useWorkspace } from '../workspace/workspace.ts';
import { LOOK, previewPage } from '../parts/preview-address.ts';
import type { Previewed } from '../parts/preview-address.ts';

/** A preview as wide as a phone. It is a page in a frame, so the style's queries see that width. */
export function PhoneFrame({ entity, id }: { entity: Previewed; id: string }) {
  const workspace = useWorkspace();
  const frame = useRef<HTMLIFrameElement>(null);
  // The frame is a tab of its own, which learns of what is saved, but not of what is typed.
  useEffect(() => {
    const look = () => frame.current?.contentWindow?.postMessage(LOOK, location.origin);
    const ends = [workspace.subscribe(look), workspace.onDraft(look)];
    return () => ends.forEach((end) => end());
  }, [workspace]);
  return <iframe ref={frame} className="phone" title="Vista previa en un teléfono" src={previewPage(entity, id)} />;
}
