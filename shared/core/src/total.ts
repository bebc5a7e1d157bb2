/** Number of items of a list. */
export interface Total {
  count: number;
  /** False if counting stopped at a limit. Then the list has more than `count` items. */
  isExact: boolean;
}

export const exactly = (count: number): Total => ({ count, isExact: true });
