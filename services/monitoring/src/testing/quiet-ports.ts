import { randomBytes, randomUUID } from 'node:crypto'
import { createSecretBox } from '@bollard/webhooks'
import type { ChannelPorts } from '../channel-ports.ts'
import type { SendContext } from '../channel/channel-kind.ts'

/** Channels that send nothing: no mail leaves, nobody is a member. */
export const quietPorts: ChannelPorts = {
  enqueueMail: async () => undefined,
  memberOf: async () => null,
  isBounced: async () => false,
  nameOf: async () => null,
  dashboardUrl: 'https://dashboard.example',
  identityUrl: 'https://id.example',
  apiUrl: 'https://api.example',
  allowPrivate: false,
}

/** What sends a message by these channels. */
export const contextOf = (channels: ChannelPorts): SendContext => ({
  channels,
  box: createSecretBox([{ id: 1, secret: randomBytes(32) }], randomBytes),
  newId: randomUUID,
})
