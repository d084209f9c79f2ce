import { resolve } from 'node:path';
import nodemailer from 'nodemailer';
import type { Config } from '../api/config.ts';
import { townOf } from '../api/installation.ts';
import { mailAddress } from '../api/maintenance/notices.ts';
import type { ProblemChanges } from '../api/maintenance/notices.ts';

/** A way in which people are told of problems. */
export interface NoticeWay {
  /** Whom it reaches, without a secret: an address of mail, or a host. */
  to: string;
  /** Sends a notice. @throws when it was not accepted */
  send(words: { subject: string; text: string }, changes: ProblemChanges): Promise<void>;
}

/** Time in ms that an address may take to accept a notice. */
const TIMEOUT = 20_000;

/** The ways that are set, NOTIFY_URL first. */
export function noticeWays({ notifyUrl, smtpUrl, notifyTo, notifyFrom, dbFile }: Config): NoticeWay[] {
  const ways: NoticeWay[] = [];
  if (notifyUrl !== undefined) {
    const { host } = new URL(notifyUrl);
    ways.push({
      to: host,
      async send({ subject, text }, changes) {
        const answer = await fetch(notifyUrl, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ text: `${subject}\n${text}`, town: townOf(resolve(dbFile)) ?? null, ...changes }),
          signal: AbortSignal.timeout(TIMEOUT),
        });
        if (!answer.ok) throw new Error(`${host} respondió ${answer.status} al aviso.`);
      },
    });
  }
  if (smtpUrl !== undefined && notifyTo !== undefined) {
    ways.push({
      to: notifyTo,
      send: async (words) =>
        void (await nodemailer
          .createTransport(mailAddress(smtpUrl))
          .sendMail({ from: notifyFrom, to: notifyTo, ...words })),
    });
  }
  return ways;
}
