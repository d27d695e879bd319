import { reachOf } from '#contract';
import { useSession } from '../api/session';
import { PLACES, type Place, type PlaceGroup } from './places';

/** Those that are there for the role of the reader. */
export function usePlaces(): readonly PlaceGroup[] {
  const session = useSession();
  const isOpen = ({ permission, isOpen: isThere }: Place) =>
    (permission === undefined || reachOf(session.role, permission) !== undefined) &&
    (isThere?.(session) ?? true);
  return PLACES.map((group) => ({ ...group, places: group.places.filter(isOpen) })).filter(
    ({ places }) => places.length > 0,
  );
}
