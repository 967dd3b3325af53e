import { readFile } from 'node:fs/promises'
import type { Identify, Reported } from '@bollard/guard'
import type { Visit } from '@bollard/gateway'

/** What a gateway asks of the rest of the product, and may do without. */
export interface GatewayPorts {
  /** The text of the file, as it is now. */
  loadPolicy(): Promise<string>
  /** Who a program says it is, and whether that is true. */
  readonly identify: Identify
  /** Whether the owner's own monitoring asks, and has proved it. */
  readonly isProbe: (visit: Visit) => boolean
  /** Takes what was decided in the last second, the oldest first. Must not throw. */
  report(decisions: readonly Reported[]): void
}

/** A gateway that has one file and nobody to ask or tell. */
export function portsOfFile(
  file: string,
  { isProbe, identify }: Pick<GatewayPorts, 'isProbe' | 'identify'>,
): GatewayPorts {
  return {
    loadPolicy: () => readFile(file, 'utf8'),
    identify,
    isProbe,
    report: () => undefined,
  }
}
