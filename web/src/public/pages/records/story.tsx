import { longDay } from '#contract/values/dates';
import { pictureSource } from '#contract/addresses/files';
import { subscriptions } from '#contract/addresses/subscriptions';
import type { Story, StoryCard } from '#contract/records';
import { excerptOf } from '#contract/values/text';
import { ACROSS, Image } from '../../../components/media/image.tsx';
import { RichText } from '../../../components/rich-text.tsx';
import { Share } from '../../../components/share.tsx';
import { Video } from '../../../components/media/video.tsx';
import { definePage } from '../../public-page.ts';
import { Standfirst } from '../../parts/page-head.tsx';
import { LabelLinks, StoryTile } from '../../parts/story-tile.tsx';

export interface Article {
  story: Story;
  related: StoryCard[];
}

export const page = definePage<Article>({
  style: 'article',
  async load(reader, { params: { id = '' } }) {
    const [story, related] = await Promise.all([reader.record('story', id), reader.relatedStories(id)]);
    return story && { story, related };
  },
  head: ({ story }) => ({
    title: story.title,
    description: story.description || excerptOf(story.text),
    subscriptions: [subscriptions.stories()],
  }),
  record: ({ story }) => ({ type: 'story', record: story }),
  Page: ({ data: { story, related }, site, url }) => (
    <>
      <article>
        <div className="story section">
          <p>
            <time className="date" dateTime={story.date}>
              {longDay(story.date)}
            </time>{' '}
            <LabelLinks labels={story.labels} />
          </p>
          <h1 tabIndex={-1}>{story.title}</h1>
          <Standfirst text={story.description} town={site.phone} />
          {story.image && (
            <figure>
              <Image
                source={pictureSource('story', story, story.image)}
                picture={story.image}
                sizes={`(min-width: 80em) 75rem, ${ACROSS}`}
                first
              />
            </figure>
          )}
          {story.video && <Video url={story.video} title={story.title} />}
          <div className="columns story-body">
            <RichText html={story.text} town={site.phone} />
            <Share title={story.title} url={url} print />
          </div>
        </div>
      </article>
      {related.length > 0 && (
        <section className="mist" aria-labelledby="relacionadas">
          <div className="section">
            <div className="heading">
              <h2 id="relacionadas">NOTICIAS RELACIONADAS</h2>
            </div>
            <div className="cards">
              {related.map((one) => (
                <StoryTile key={one.id} story={one} />
              ))}
            </div>
          </div>
        </section>
      )}
    </>
  ),
});
