import { reachOf } from '#contract';
import { useSession } from '../api/session';
import { PLACES, type Place, type PlaceGroup } from './places';

/** Those that the role of the reader opens. */
export function usePlaces(): readonly PlaceGroup[] {
  const { role } = useSession();
  const isOpen = ({ permission }: Place) =>
    permission === undefined || reachOf(role, permission) !== undefined;
  return PLACES.map((group) => ({ ...group, places: group.places.filter(isOpen) })).filter(
    ({ places }) => places.length > 0,
  );
}
