import { showDay } from '#contract/values/dates';
import { pages } from '#contract/addresses/pages';
import { pictureSource } from '#contract/addresses/files';
import type { Label, StoryCard } from '#contract/records';
import { cutCardDescription, cutCardTitle } from '#contract/values/text';
import { ACROSS, Image } from '../../components/media/image.tsx';
import { Link } from '../../components/link.tsx';

/** A news card (spec section 3): picture, date, labels, title and description, truncated by the card rules. */
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
          <LabelLinks labels={story.labels} />
        </p>
        <Heading>
          <Link to={pages.story(story)}>{cutCardTitle(story.title)}</Link>
        </Heading>
        <p>{cutCardDescription(story.description, story.title)}</p>
        <Link className="more" to={pages.story(story)}>
          Ver más..<span className="hidden-text"> sobre {story.title}</span>
        </Link>
      </div>
    </article>
  );
}

export function LabelLinks({ labels }: { labels: Label[] }) {
  return labels.map((label) => (
    <Link key={label.id} className="label" to={pages.storiesByLabel(label.namehashed)}>
      #{label.name}
    </Link>
  ));
}
