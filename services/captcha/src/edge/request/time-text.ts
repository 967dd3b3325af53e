let second = Number.NaN
let upToSecond = ''

/** A time in milliseconds since 1970 as `toISOString` writes it; what is the same for a whole second is worked out once. */
export function timeText(at: number): string {
  const wanted = Math.floor(at / 1000)
  if (wanted !== second) {
    second = wanted
    upToSecond = new Date(wanted * 1000).toISOString().slice(0, -4)
  }
  return `${upToSecond}${String(1000 + Math.floor(at - wanted * 1000)).slice(1)}Z`
}
