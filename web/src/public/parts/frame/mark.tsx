import { pictureSource } from '#contract/addresses/files';
import type { SiteDocument } from '#contract/records';

/** The town's shield or, without one, its mark: sun and lake in its landscape. */
export const Mark = ({ site }: { site: SiteDocument }) =>
  site.image ? <Shield site={site} /> : <span className="mark" />;

/** The town's shield, beside the town's name; nothing without one. @param width in CSS pixels */
export const Shield = ({ site, width = 44 }: { site: SiteDocument; width?: number }) =>
  site.image ? (
    <img
      className="mark"
      {...pictureSource('site', site, site.image, width)}
      sizes={`${width}px`}
      width={width}
      height={width}
      alt=""
    />
  ) : null;
