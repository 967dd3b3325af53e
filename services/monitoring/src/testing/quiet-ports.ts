import type { ChannelPorts } from '../channel-ports.ts'

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
