/** SVG paths on a 24 × 24 grid. */
const drawings = {
  search: 'M15 15l6 6M10 17a7 7 0 110-14 7 7 0 010 14z',
  procedure: 'M5 3h14v18H5zM8 9l1 1 2-3M13 9h3M8 15l1 1 2-3M13 15h3',
  bulletin: 'M5 3h10l4 4v14H5zM8 9h8M8 13h8M8 17h5',
  tax: 'M5 3h14v18l-3-2-2 2-2-2-2 2-2-2-3 2zM9 8h6M9 12h6',
  tourism: 'M2 19l6-11 4 6 3-4 7 9zM17 5h.1',
  agenda: 'M4 5h16v15H4zM4 10h16M8 2v5M16 2v5',
  green: 'M5 20C4 9 10 4 20 4c0 10-5 15-13 13M5 20c2-5 5-8 9-10',
} as const;
export type IconName = keyof typeof drawings;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={drawings[name]} />
    </svg>
  );
}
