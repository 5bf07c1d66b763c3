// The shapes of what comes over the wire, for the type checker and for readers. Nothing here runs.

/**
 * A scene as the server sends it: all texts are words in the reader's language.
 * @typedef {{banner?: string, areas?: Record<string, Area>, pieces?: Record<string, Piece>, seats?: Record<string, SeatPanel>, hints?: Record<string, string>}} Scene
 * @typedef {{kind: 'square'|'hex'|'row'|'fan'|'pile'|'panel', title?: string, owner?: number, order?: number, width?: number, height?: number, cells?: Record<string, string>, lines?: Record<string, Line>}} Area
 * @typedef {{label: string, value: number|string}} Line
 * @typedef {{area: string, at: string|string[]|number, look: string, owner?: number, name?: string, label?: string, colour?: string, shape?: string, badges?: Record<string, Badge>, tags?: string[], notes?: Record<string, {text: string, hint?: string, about?: string}>}} Piece
 * @typedef {{value: number, max?: number, icon?: string, name?: string}} Badge
 * @typedef {{score?: number, colour?: string, look?: string, badges?: Record<string, Badge>, lines?: Record<string, Line>, tags?: string[]}} SeatPanel
 *
 * One pick in the tree of offers: it completes an action, or leads to further picks.
 * @typedef {{pick: string, label?: string, action?: any, shortcut?: 'secondary'|'escape'|'space'|'enter', confirm?: boolean, reach?: number, next?: OfferNode[]}} OfferNode
 *
 * What a piece or cell looks like, also where no sprite can be shown; `along` has the sprites of a body's parts behind its head.
 * @typedef {{name: string, shape: string, colour: string, letter?: string, sprite?: string, along?: {body: string, tail: string}, layer?: 'ground'|'piece'|'overlay'}} Look
 *
 * @typedef {{name: string, person?: string, bot?: string, present: boolean, standIn?: boolean, retired?: boolean}} SeatSummary
 * @typedef {{places: number[], scores?: number[], reason?: string}} Outcome
 * @typedef {{table: string, game: string, gameVersion?: string, name: string, opener: string, phase: 'waiting'|'countdown'|'running'|'paused'|'over'|'aborted', beginsAt?: number, beginsInMs?: number, beginsBy?: number, seats: SeatSummary[], watchers: number, spectators: boolean, private: boolean, commitment?: string, outcome?: Outcome, openedAt: number, recording?: string, proposals?: string[]}} Summary
 * @typedef {{at: number, seats: {running: boolean, startsIn?: number, moveLeft?: number, totalLeft?: number}[]}} Clocks
 * @typedef {{text: string, sound?: string, about?: string[], announce?: boolean}} GameEvent
 * @typedef {{table?: string, person: string, name: string, text: string, at: number}} ChatLine
 * @typedef {{table: Summary, viewer: {seat: number}|'public'|'all', version: number, scene: Scene, offers?: OfferNode[], turn: number[], clocks?: Clocks, log?: GameEvent[], chat?: ChatLine[], targets?: string[], proposal?: {what?: string, text: string, agreed: boolean, until: number}}} GameState
 * @typedef {{table: string, version: number, patch?: any, events?: GameEvent[], turn: number[], clocks?: Clocks, outcome?: Outcome, offers?: OfferNode[], targets?: string[]}} GameUpdate
 * @typedef {{id: string, name: string, tagline?: string, version?: string, seats: {min: number, max: number}, hidden?: boolean, bots?: {kind: string, name: string}[], content?: Record<string, string>, table?: any, clock?: any}} GameCard
 * @typedef {GameCard & {optionsSchema?: any, looks: Record<string, Look>, rules?: string, contents?: Record<string, any[]>}} GameInfo
 */

export {};
