/** Whether this is an IANA name that dates can be written in, such as `Europe/Berlin`; an offset such as `+01:00` is none. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/u.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
