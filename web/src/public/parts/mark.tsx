/** The town's mark: the gorge between two tablelands, sun and lake, in the colours of the land. */
export function Mark() {
  return (
    <svg className="mark" viewBox="0 0 32 32" aria-hidden="true">
      <path fill="var(--sky)" d="M0 0h32v32H0z" />
      <circle fill="var(--coiron)" cx="17" cy="11" r="5" />
      <path fill="var(--barda)" d="M0 15l3-4h8l6 12L22 9h6l4 6v17H0z" />
      <path fill="var(--lake)" d="M0 23h32v9H0z" />
    </svg>
  );
}
