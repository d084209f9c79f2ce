import { Fragment } from 'react';
import { phoneParts, phonesInText } from '#contract/values/phones';

/**
 * What a person typed as telephones: each number calls itself or opens its WhatsApp chat, and the rest is text.
 * @param town the town's own telephone, for numbers without an area code
 */
export function Phones({ typed, town, className }: { typed: string; town: string; className?: string }) {
  return phoneParts(typed, town).map(({ text, tel, whatsapp }, at) => (
    <Fragment key={at}>
      {at > 0 && ' '}
      {tel ? (
        <a className={className} href={tel}>
          {text}
        </a>
      ) : (
        <span>{text}</span>
      )}
      {whatsapp && ' '}
      {whatsapp && (
        <a className={className} href={whatsapp} rel="external" aria-label={`WhatsApp al ${text}`}>
          WhatsApp
        </a>
      )}
    </Fragment>
  ));
}

/**
 * Running text, whose telephones can be called.
 * @param town the town's own telephone, for numbers without an area code
 */
export const TextWithPhones = ({ text, town }: { text: string; town?: string }) =>
  phonesInText(text, town).map((part, at) =>
    part.tel ? (
      <a key={at} href={part.tel}>
        {part.text}
      </a>
    ) : (
      part.text
    ),
  );
