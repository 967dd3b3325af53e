export { type LuaServer, startLuaServer } from './start-lua-server.ts'
export { startLua } from './start-lua.ts'
