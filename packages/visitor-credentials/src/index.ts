export { createNonceMemory, type NonceMemory, type UsedOnce } from './nonce-memory.ts'
export {
  challengeHeader,
  createTokenChallenge,
  redemptionContextFor,
  type TokenChallengeParts,
} from './private-token/challenge.ts'
export { type IssuerKey, type IssuerKeyError, parseIssuerKey, readIssuerDirectory } from './private-token/issuer-key.ts'
export { type PrivateTokenReason, type PrivateTokenResult, verifyPrivateToken } from './private-token/verify.ts'
export { agentUrl } from './web-bot-auth/agent.ts'
export { readDirectory } from './web-bot-auth/directory.ts'
export { type BotKey, type BotKeyError, type BotKeys, botKeys, parseBotKey, thumbprintOf } from './web-bot-auth/key.ts'
export type { SignedRequest, WebBotAuthReason, WebBotAuthResult } from './web-bot-auth/result.ts'
export { verifyWebBotAuth } from './web-bot-auth/verify.ts'
