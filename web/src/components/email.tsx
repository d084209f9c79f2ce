/** An e-mail link; a long address breaks before its @ and before its ending, not within a word. */
export function Email({ address }: { address: string }) {
  const at = address.indexOf('@');
  const end = Math.max(at, address.lastIndexOf('.'));
  return (
    <a href={`mailto:${address}`}>
      <span>
        {address.slice(0, at)}
        <wbr />
        {address.slice(at, end)}
        <wbr />
        {address.slice(end)}
      </span>
    </a>
  );
}
