/** A clipboard as a program leaves it, and what is to become of it. */
export interface Clipboard {
  /** The program, and what was copied. */
  name: string;
  /** What is on the clipboard: HTML, or plain text where there is none. */
  html?: string;
  text?: string;
  /** What is stored. */
  becomes: string;
  /** What has no place in it, as it is told. */
  lost?: readonly string[];
  /** The names of the pictures that are elsewhere, and that a person is asked for. */
  asked?: readonly string[];
  /** What is stored if its lines are joined. */
  joined?: string;
}
