import { useFormats } from '@bollard/site-kit'

/** A time that something lasted, in milliseconds; from three hours on in whole hours. */
export function useLasting(): (ms: number) => string {
  const formats = useFormats()
  return (ms) => (ms < 3 * 3_600_000 ? formats.duration(ms) : `${formats.whole(Math.floor(ms / 3_600_000))} h`)
}
