/** Where the bridge says what it does; a pino logger is one. Fields hold ids and reasons, never a payload. */
export interface BridgeLog {
  info: (fields: object, message: string) => void;
  warn: (fields: object, message: string) => void;
  error: (fields: object, message: string) => void;
}
