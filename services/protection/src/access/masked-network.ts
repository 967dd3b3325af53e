import { isIPv6 } from 'node:net'
import { networkOf } from '@bollard/audit'

/** An address or a network as the audit log keeps it: of one that is narrower than /24 or /48, what entries keep of a caller. */
export function maskedNetwork(text: string): string {
  const [address = '', bits] = text.split('/')
  return bits !== undefined && Number(bits) <= (isIPv6(address) ? 48 : 24) ? text : networkOf(address)
}
