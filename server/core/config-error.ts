/** A value of the environment that cannot be used; the message is one line for the person who set it. */
export class ConfigError extends Error {}
