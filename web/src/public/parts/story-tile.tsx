import { showDay } from '#contract/values/dates';
import { pages } from '#contract/addresses/pages';
import { pictureSource } from '#contract/addresses/files';
import type { Label, StoryCard } from '#contract/records';
import { cutCardDescription, cutCardTitle } from '#contract/values/text';
import { ACROSS, Image } from '../../components/media/image.tsx';
import { Link } from '../../components/link.tsx';

/**
 * A news card (spec section 3): picture, date, labels, title and description, truncated by the card rules. It is one
 * stop of the Tab key: its title, whose link covers the card and «Ver más..» with it. Its labels are links for fingers
 * and screen readers; by keyboard they are reached on the story's page.
 */
export function StoryTile({
  story,
  variant = '',
  first = false,
  heading: Heading = 'h3',
}: {
  story: StoryCard;
  variant?: 'lead' | 'brief' | '';
  first?: boolean;
  heading?: 'h2' | 'h3';
}) {
  const { image } = story;
  return (
    <article className={`tile ${variant}`}>
      {image && (
        <Image
          source={pictureSource('story', story, image, variant === 'brief' ? 240 : 480)}
          picture={image}
          sizes={
            variant === 'brief'
              ? '8rem'
              : variant === 'lead'
                ? `(min-width: 60em) 43rem, ${ACROSS}`
                : `(min-width: 40em) 24rem, ${ACROSS}`
          }
          first={first}
          missing={variant === 'brief' ? null : undefined}
        />
      )}
      <div>
        <p>
          <time className="date" dateTime={story.date}>
            {showDay(story.date)}
          </time>{' '}
          <LabelLinks labels={story.labels} isSkipped />
        </p>
        <Heading>
          <Link to={pages.story(story)}>{cutCardTitle(story.title)}</Link>
        </Heading>
        <p>{cutCardDescription(story.description, story.title)}</p>
        <span className="more" aria-hidden="true">
          Ver más..
        </span>
      </div>
    </article>
  );
}

/** @param isSkipped by the Tab key */
export function LabelLinks({ labels, isSkipped }: { labels: Label[]; isSkipped?: boolean }) {
  return labels.map((label) => (
    <Link
      key={label.id}
      className="label"
      to={pages.storiesByLabel(label.namehashed)}
      tabIndex={isSkipped ? -1 : undefined}
    >
      #{label.name}
    </Link>
  ));
}
