/** What a page says of a search that found nothing until other words were searched. */
export const didYouMean = (asked: string, instead: readonly string[]) =>
  `Con «${asked}» no encontramos nada. ¿Quisiste decir «${instead.join(' ')}»?`;
