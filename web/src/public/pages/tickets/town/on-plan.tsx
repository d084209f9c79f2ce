import { placeOn } from '#contract/tickets/town-picture';
import type { TicketPoint } from '#contract/tickets/ticket';
import { usePlanSource, usePublicTickets } from './kept-list.ts';
import { TownPlan } from './town-plan.tsx';

/** The place of a ticket that its author has marked: on the picture of the town where it is on it, and in words. */
export function OnPlan({ point }: { point: TicketPoint }) {
  const { list } = usePublicTickets();
  const picture = list?.picture;
  const place = picture ? placeOn(picture, point) : null;
  const source = usePlanSource(place ? picture?.address : undefined);
  if (!picture || !place) return <p>Mandaste la ubicación.</p>;
  return (
    <>
      <p>Marcaste un lugar en el plano.</p>
      {source && <TownPlan picture={picture} source={source} pins={[{ ...place, label: 'Tu marca' }]} />}
    </>
  );
}
