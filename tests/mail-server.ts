import { once } from 'node:events';
import { createServer as createPlainServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';

/** A mail as the server has it: whom it is for by its envelope, and its lines. */
export interface ReceivedMail {
  to: string[];
  data: string;
  /** Its text, decoded. */
  text: string;
}

/**
 * What the server does with a mail: takes it, refuses whom it is for or its text with a line, says nothing more, or
 * takes it and cuts the connection before it says so.
 */
export type MailAnswer = 'take' | { rcpt: string } | { data: string } | 'hang' | 'take and cut';

export interface MailServer {
  /** Address for SMTP_URL. */
  url: string;
  port: number;
  mails: ReceivedMail[];
  /** What each command was, in order. */
  said: string[];
  connections: number;
  /** A test may change it. */
  answer: (to: readonly string[]) => MailAnswer;
  close(): Promise<void>;
}

/** A mail server (RFC 5321). @param tls with its certificate it speaks TLS from the start */
export async function openMailServer({
  tls,
  port = 0,
}: { tls?: { key: string; cert: string }; port?: number } = {}): Promise<MailServer> {
  const sockets = new Set<Socket>();
  const server = tls ? createTlsServer(tls, serve) : createPlainServer(serve);
  const opened: MailServer = {
    url: '',
    port: 0,
    mails: [],
    said: [],
    connections: 0,
    answer: () => 'take',
    async close() {
      for (const socket of sockets) socket.destroy();
      if (server.listening) await new Promise((resolve) => server.close(resolve));
    },
  };

  function serve(socket: Socket): void {
    opened.connections += 1;
    sockets.add(socket);
    let to: string[] = [];
    let data: string | null = null;
    let rest = '';
    const say = (line: string) => void socket.write(`${line}\r\n`);
    const answer = () => opened.answer(to);
    function end(text: string): void {
      data = null;
      const how = answer();
      if (typeof how === 'object' && 'data' in how) return say(how.data);
      if (how === 'hang') return;
      opened.mails.push({ to, data: text, text: decoded(text) });
      if (how === 'take and cut') return void socket.destroy();
      say('250 ok');
    }
    function command(line: string): void {
      opened.said.push(line);
      if (/^RCPT/i.test(line)) {
        to = [...to, /<(.*)>/.exec(line)?.[1] ?? ''];
        const how = answer();
        say(typeof how === 'object' && 'rcpt' in how ? how.rcpt : '250 ok');
      } else if (/^DATA/i.test(line)) {
        data = '';
        say('354 ok');
      } else if (/^QUIT/i.test(line)) socket.end('221 chau\r\n');
      else if (/^MAIL/i.test(line)) {
        to = [];
        say('250 ok');
      } else say('250 ok');
    }
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    socket.setEncoding('latin1').on('data', (piece: string) => {
      rest += piece;
      for (;;) {
        const at = data === null ? rest.indexOf('\r\n') : rest.indexOf('\r\n.\r\n');
        if (at < 0) return;
        const part = rest.slice(0, at);
        rest = rest.slice(at + (data === null ? 2 : 5));
        if (data === null) command(part);
        else end(part);
      }
    });
    say('220 correo');
  }

  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  opened.port = (server.address() as AddressInfo).port;
  opened.url = `${tls ? 'smtps' : 'smtp'}://127.0.0.1:${opened.port}`;
  return opened;
}

/** The text after the headers, in the encoding that these name. */
function decoded(data: string): string {
  const [head = '', ...lines] = data.split('\r\n\r\n');
  const body = lines.join('\r\n\r\n');
  if (/^content-transfer-encoding: base64/im.test(head)) return Buffer.from(body, 'base64').toString();
  if (!/^content-transfer-encoding: quoted-printable/im.test(head)) return Buffer.from(body, 'latin1').toString();
  const bytes = body
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}
