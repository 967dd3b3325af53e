import { useSignedIn } from '../frame/use-signed-in.ts'

/** Says with a form who fills it in: once their session has ended, nobody else could, and what they typed is kept for them alone. */
export function HeldBy() {
  return <input type="hidden" name="by" value={useSignedIn()?.user.id ?? ''} />
}
