/** Hours of certain days, as the service has them. */
export interface WeeklyHours {
  readonly weekdays: number[]
  readonly from: string
  readonly until: string
}

const rowsMax = 20

/** The rows that were typed, as they are sent; a row without days is left out. `at` is the place of the list, such as `hours`. */
export function hoursOf(at: string, values: Readonly<Record<string, string>>): WeeklyHours[] {
  return Array.from({ length: rowsMax }, (_, row) => ({
    weekdays: (values[`${at}/${row}/weekdays`] ?? '').split('\n').filter(Boolean).map(Number),
    from: values[`${at}/${row}/from`] ?? '',
    until: values[`${at}/${row}/until`] ?? '',
  })).filter(({ weekdays }) => weekdays.length > 0)
}

/** Stored rows as they stand in a form. */
export function shownHours(at: string, hours: readonly WeeklyHours[]): Record<string, string> {
  return Object.fromEntries(
    hours.flatMap(({ weekdays, from, until }, row) => [
      [`${at}/${row}/weekdays`, weekdays.join('\n')],
      [`${at}/${row}/from`, from],
      [`${at}/${row}/until`, until],
    ]),
  )
}
