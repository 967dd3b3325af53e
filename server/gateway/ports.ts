import { readFile } from 'node:fs/promises'
import { type Identify, identifyByName, type Reported } from '@bollard/guard'

/** What a gateway asks of the rest of the product, and may do without. */
export interface GatewayPorts {
  /** The text of the file, as it is now. */
  loadPolicy(): Promise<string>
  /** Who a program says it is, and whether that is true. */
  readonly identify: Identify
  /** Takes what was decided in the last second, the oldest first. Must not throw. */
  report(decisions: readonly Reported[]): void
}

/** A gateway that has one file, and nobody to tell. */
export function portsOfFile(file: string, identify: Identify = identifyByName): GatewayPorts {
  return {
    loadPolicy: () => readFile(file, 'utf8'),
    identify,
    report: () => undefined,
  }
}
