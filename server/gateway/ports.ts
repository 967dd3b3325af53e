import { readFile } from 'node:fs/promises'
import { type Identify, identifyByName } from '@bollard/guard'

/** What a gateway asks of the rest of the product, and may do without. */
export interface GatewayPorts {
  /** The text of the file, as it is now. */
  loadPolicy(): Promise<string>
  /** Who a program says it is, and whether that is true. */
  readonly identify: Identify
}

/** A gateway that has one file. */
export function portsOfFile(file: string, identify: Identify = identifyByName): GatewayPorts {
  return {
    loadPolicy: () => readFile(file, 'utf8'),
    identify,
  }
}
