// Made from ../schema by `./dev protocol`. Change the schemas instead.

export type Message = ClientMessage | ServerMessage;
/**
 * Any message of a client.
 */
export type ClientMessage =
  | AcceptDrawCommand
  | AcceptRematchCommand
  | ChatCommand
  | ClaimWinCommand
  | CreateRoomCommand
  | DeclineDrawCommand
  | DeclineRescueCommand
  | JoinRoomCommand
  | LeaveRoomCommand
  | LegalMovesCommand
  | ListRoomsCommand
  | ListRulesetsCommand
  | LockFormationCommand
  | MoveCommand
  | OfferDrawCommand
  | OfferRematchCommand
  | PingCommand
  | RescueCommand
  | ResignCommand
  | ResumeCommand
  | SnapshotCommand
  | SuggestFormationCommand
  | WatchRoomCommand;
/**
 * chosen by the client, unique for the seat and the whole life of the room
 */
export type CommandId = string;
/**
 * the number of a game in its room
 */
export type GameNumber = number;
/**
 * how many moves a game has had
 */
export type Ply = number;
/**
 * 1 to 32 bytes of visible text
 */
export type PlayerName = string;
/**
 * the rule against endless chasing
 */
export type ChaseRule = 'isf' | 'three_squares' | 'off';
/**
 * when neither side can move: the side to move loses, or nobody
 */
export type MutualImmobility = 'loss' | 'draw';
/**
 * milliseconds, up to a week
 */
export type Limit = number;
/**
 * 1 to 128 bytes; keep it out of URLs and logs
 */
export type Secret = string;
/**
 * as typed: 1 to 64 bytes; case, blanks and dashes do not matter
 */
export type RoomCode = string;
/**
 * file `a`–`j` and row `1`–`10`; Red's home rows are 1–4, Blue's 7–10
 */
export type Square = string;
/**
 * what a piece is
 */
export type Rank =
  | 'flag'
  | 'spy'
  | 'scout'
  | 'miner'
  | 'sergeant'
  | 'lieutenant'
  | 'captain'
  | 'major'
  | 'colonel'
  | 'general'
  | 'marshal'
  | 'bomb';
/**
 * Any message of the server that this version knows. A client passes over others.
 */
export type ServerMessage =
  | ChatEvent
  | DrawDeclinedEvent
  | DrawNearEvent
  | DrawOfferedEvent
  | ErrorResult
  | FormationLockedEvent
  | FormationSuggestedResult
  | GameOverEvent
  | GameStartedEvent
  | Hello
  | LeftRoomResult
  | LegalMovesResult
  | MovedEvent
  | NextGameEvent
  | PlayerJoinedEvent
  | PlayerLeftEvent
  | PongResult
  | PresenceEvent
  | RematchOfferedEvent
  | RescueDeclinedEvent
  | RescuedEvent
  | RestartedEvent
  | RoomClosedEvent
  | RoomsResult
  | RulesetsResult
  | SeatedResult
  | Snapshot;
/**
 * the number of an event: from 1 without a gap, the same for everybody in the room
 */
export type Seq = number;
/**
 * milliseconds since 1970, UTC
 */
export type Moment = number;
/**
 * `host` made the room, `guest` joined it
 */
export type Seat = 'host' | 'guest';
/**
 * who plays
 */
export type Side = 'red' | 'blue';
/**
 * written in digits only: no sign, fraction or exponent
 */
export type Count = number;
export type Fault =
  | {
      /**
       * so many too few of that rank
       */
      fault: 'missing';
      /**
       * which
       */
      rank: Rank;
      /**
       * how many
       */
      count: Count;
    }
  | {
      /**
       * so many too many of that rank
       */
      fault: 'surplus';
      /**
       * which
       */
      rank: Rank;
      /**
       * how many
       */
      count: Count;
    }
  | {
      /**
       * not in your home rows
       */
      fault: 'outside';
      /**
       * which
       */
      square: Square;
    }
  | {
      /**
       * so many pieces on one square
       */
      fault: 'doubled';
      /**
       * which
       */
      square: Square;
      /**
       * how many
       */
      count: Count;
    };
/**
 * milliseconds
 */
export type Duration = number;
/**
 * placements, by square
 */
export type Formation = Placement[];
/**
 * why a game ended
 */
export type EndReason =
  | 'flag_captured'
  | 'no_legal_move'
  | 'resignation'
  | 'agreement'
  | 'quiet_moves'
  | 'time'
  | 'abandonment';
/**
 * from and to
 */
export type Move = string;
/**
 * the square on which the piece began the game; one that came back has a new identity: `red1`, `red2`, `blue1` or `blue2`
 */
export type Piece = string;
/**
 * who survived. A winning attacker takes the square; a winning defender stays
 */
export type BattleResult = 'attacker_won' | 'defender_won' | 'both_lost';
export type Phase = 'waiting' | 'setup' | 'playing' | 'over';

/**
 * Accepts the other side's open offer: the game is drawn. In `playing`.
 */
export interface AcceptDrawCommand {
  /**
   * says which message this is
   */
  type: 'accept_draw';
  /**
   * chosen by the client; the answer carries it as `re`
   */
  id: CommandId;
  /**
   * the game in which this was decided
   */
  game: GameNumber;
  /**
   * how many moves it had had then
   */
  ply: Ply;
}
/**
 * Accepts the other player's offer of a rematch. A new match begins, with colours swapped.
 */
export interface AcceptRematchCommand {
  /**
   * says which message this is
   */
  type: 'accept_rematch';
  /**
   * chosen by the client; the answer carries it as `re`
   */
  id: CommandId;
  /**
   * the game that has ended
   */
  game: GameNumber;
}
/**
 * Says a line to everybody in the room.
 */
export interface ChatCommand {
  /**
   * says which message this is
   */
  type: 'chat';
  /**
   * chosen by the client; the answer carries it as `re`
   */
  id: CommandId;
  /**
   * what is said
   */
  text: string;
}
/**
 * Takes the win over a player who has been absent for longer than the room's `absence_limit_ms`. While a game is played, and while a later game of the room is set up; from a seat only.
 */
export interface ClaimWinCommand {
  /**
   * says which message this is
   */
  type: 'claim_win';
  /**
   * chosen by the client; the answer carries it as `re`
   */
  id: CommandId;
  /**
   * the number of the game
   */
  game: GameNumber;
}
/**
 * Makes a room and takes its seat `host`. Outside a room only.
 */
export interface CreateRoomCommand {
  /**
   * says which message this is
   */
  type: 'create_room';
  /**
   * chosen by the client; the answer carries it as `re`
   */
  id: CommandId;
  /**
   * the player's
   */
  name: PlayerName;
  /**
   * the host's side
   */
  side?: 'red' | 'blue' | 'random';
  ruleset?: RulesetWish;
  /**
   * how long the players may think
   */
  clock?:
    | {
        /**
         * each side's time for the whole game
         */
        initial_ms: Limit;
        /**
         * what each own move adds to it
         */
        increment_ms: number;
      }
    | {
        /**
         * the time for each move anew
         */
        per_move_ms: Limit;
      };
  /**
   * how long both may set up, from the moment both sit. Then the server locks a random formation for whoever has not locked
   */
  setup_limit_ms?: Limit;
  /**
   * how long a player may be absent from a game before the other may `claim_win`
   */
  absence_limit_ms?: Limit;
  /**
   * whether others may `watch_room`
   */
  spectators?: boolean;
  /**
   * whether everybody finds it with `list_rooms`, and can take the free seat
   */
  public?: boolean;
  /**
   * two games, with colours swapped and new formations: a win is a point, a draw half a point for each
   */
  return_match?: boolean;
  /**
   * whether the other seat is for the `invitation` alone, and not for the code
   */
  by_invitation?: boolean;
  /**
   * of a private server, needed where `features` has `access_key`
   */
  access_key?: Secret;
}
/**
 * the rules; what is left out is as in the preset
 */
export interface RulesetWish {
  /**
   * board, army, and the defaults below; `rulesets` tells each in full
   */
  preset?: string;
  /**
   * a scout may attack after a run
   */
  scout_strike?: boolean;
  /**
   * of equal ranks the attacker wins
   */
  aggressor_advantage?: boolean;
  /**
   * a fight shows the attacker's rank and its result; the defender's only to a scout
   */
  silent_defense?: boolean;
  /**
   * a piece that survived a fight, or ran, stays face-up to both. Not with `silent_defense`
   */
  visible_survivors?: boolean;
  /**
   * a piece that enters the enemy's back row may bring a captured one back: `rescue`
   */
  rescue?: boolean;
  /**
   * a piece may not cross the same border four times running
   */
  two_squares?: boolean;
  /**
   * the rule against endless chasing
   */
  chase?: ChaseRule;
  /**
   * a draw after so many moves of both together without a fight; 0 = never
   */
  draw_after_quiet_moves?: number;
  /**
   * when neither side can move: the side to move loses, or nobody
   */
  mutual_immobility?: MutualImmobility;
}
/**
 * Declines the other side's open offer. To move does the same. In `playing`.
 */
export interface DeclineDrawCommand {
  /**
   * says which message this is
   */
  type: 'decline_draw';
  /**
   * chosen by the client; the answer carries it as `re`
   */
  id: CommandId;
  /**
   * the game in which this was decided
   */
  game: GameNumber;
  /**
   * how many moves it had had then
   */
  ply: Ply;
}
/**
 * Ends your turn without bringing a piece back: after a `moved` of yours with `rescue_pending`. You have to say this where you cannot or will not `rescue`; your clock runs until then.
 */
export interface DeclineRescueCommand {
  /**
   * says which message this is
   */
  type: 'decline_rescue';
  /**
   * chosen by the client; the answer carries it as `re`
   */
  id: CommandId;
  /**
   * the game in which this was decided
   */
  game: GameNumber;
  /**
   * how many moves it had had then
   */
  ply: Ply;
}
/**
 * Takes the free seat of a room. Outside a room only.
 */
export interface JoinRoomCommand {
  /**
   * says which message this is
   */
  type: 'join_room';
  /**
   * chosen by the client; the answer carries it as `re`
   */
  id: CommandId;
  /**
   * the code; case, blanks and dashes do not matter
   */
  room: RoomCode;
  /**
   * the player's
   */
  name: PlayerName;
  /**
   * makes the command repeatable: draw it at random, for this room alone, and keep it as secret as a token
   */
  retry_key?: string;
  /**
   * the one that the host of the room was told: takes the seat, once, and needs no `access_key`
   */
  invitation?: Secret;
  /**
   * of a private server, needed where `features` has `access_key`
   */
  access_key?: Secret;
}
/**
 * Gives the seat up for good; its token is worth nothing afterwards. A running game is resigned.
 */
export interface LeaveRoomCommand {
  /**
   * says which message this is
   */
  type: 'leave_room';
  /**
   * chosen by the client; the answer carries it as `re`
   */
  id: CommandId;
}
/**
 * Asks which moves are legal for you now, repetition rules included. In `playing`.
 */
export interface LegalMovesCommand {
  /**
   * says which message this is
   */
  type: 'legal_moves';
  /**
   * chosen by the client; the answer carries it as `re`
   */
  id: CommandId;
}
/**
 * Asks which public rooms there are: for a lobby. Inside and outside rooms, for players and spectators.
 */
export interface ListRoomsCommand {
  /**
   * says which message this is
   */
  type: 'list_rooms';
  /**
   * chosen by the client; the answer carries it as `re`
   */
  id: CommandId;
  /**
   * of a private server, needed where `features` has `access_key`
   */
  access_key?: Secret;
}
/**
 * Asks what can be played on this server: for a menu, or to explain a room's rules. Inside and outside rooms, for players and spectators.
 */
export interface ListRulesetsCommand {
  /**
   * says which message this is
   */
  type: 'list_rulesets';
  /**
   * chosen by the client; the answer carries it as `re`
   */
  id: CommandId;
}
/**
 * Sets up your whole army. A locked formation is final. In `waiting` and `setup`. The game starts when both are locked.
 */
export interface LockFormationCommand {
  /**
   * says which message this is
   */
  type: 'lock_formation';
  /**
   * chosen by the client; the answer carries it as `re`
   */
  id: CommandId;
  /**
   * the game that this is for, as in the snapshot
   */
  game: GameNumber;
  /**
   * exactly the `inventory` of the ruleset, one piece a square, in your four home rows
   *
   * @maxItems 100
   */
  formation: {
    /**
     * where it stands
     */
    square: Square;
    /**
     * what it is
     */
    rank: Rank;
  }[];
}
/**
 * Moves a piece, and attacks what stands on `to`. In `playing`, on your turn.
 */
export interface MoveCommand {
  /**
   * says which message this is
   */
  type: 'move';
  /**
   * chosen by the client; the answer carries it as `re`
   */
  id: CommandId;
  /**
   * the game in which this was decided
   */
  game: GameNumber;
  /**
   * how many moves it had had then
   */
  ply: Ply;
  /**
   * where the piece stands
   */
  from: Square;
  /**
   * where it goes
   */
  to: Square;
}
/**
 * Offers a draw to the other side, in whosever turn. In `playing`. The offer lapses when the other moves.
 */
export interface OfferDrawCommand {
  /**
   * says which message this is
   */
  type: 'offer_draw';
  /**
   * chosen by the client; the answer carries it as `re`
   */
  id: CommandId;
  /**
   * the game in which this was decided
   */
  game: GameNumber;
  /**
   * how many moves it had had then
   */
  ply: Ply;
}
/**
 * Would like to play again. In `over`, while both players have their seats. The offer stays open until the other accepts it, you are absent, or somebody leaves.
 */
export interface OfferRematchCommand {
  /**
   * says which message this is
   */
  type: 'offer_rematch';
  /**
   * chosen by the client; the answer carries it as `re`
   */
  id: CommandId;
  /**
   * the game that has ended
   */
  game: GameNumber;
}
/**
 * Asks whether the server is there; for clients that cannot see WebSocket pings. Inside and outside rooms.
 */
export interface PingCommand {
  /**
   * says which message this is
   */
  type: 'ping';
  /**
   * chosen by the client; the answer carries it as `re`
   */
  id: CommandId;
}
/**
 * Brings a captured piece back, as the second step of your turn: after a `moved` of yours with `rescue_pending`. It ends the turn. Which ranks you have lost stands in `lost`; what came back already is in `rescues`: what can come back is your `lost` but bombs, less, rank by rank, your `rescues`. A side brings back at most two pieces in a game, and each piece at most one. The server asks by `rescue_pending` wherever, for all that the others can tell, there is something to decide; where you know better (the piece is a scout, or only bombs have fallen), say `decline_rescue`.
 */
export interface RescueCommand {
  /**
   * says which message this is
   */
  type: 'rescue';
  /**
   * chosen by the client; the answer carries it as `re`
   */
  id: CommandId;
  /**
   * the game in which this was decided
   */
  game: GameNumber;
  /**
   * how many moves it had had then, the one before this step included
   */
  ply: Ply;
  /**
   * of one of your pieces that fell and has not come back; not a bomb
   */
  rank: Rank;
  /**
   * free, no lake, in your own half: rows 1-5 for Red, 6-10 for Blue
   */
  square: Square;
}
/**
 * Gives the game up: the other side wins. In `playing`, in whosever turn and at any ply.
 */
export interface ResignCommand {
  /**
   * says which message this is
   */
  type: 'resign';
  /**
   * chosen by the client; the answer carries it as `re`
   */
  id: CommandId;
  /**
   * the game that is given up
   */
  game: GameNumber;
}
/**
 * Takes back a seat with its token, after whatever happened. Outside a room only.
 */
export interface ResumeCommand {
  /**
   * says which message this is
   */
  type: 'resume';
  /**
   * chosen by the client; the answer carries it as `re`
   */
  id: CommandId;
  /**
   * the code; case, blanks and dashes do not matter
   */
  room: RoomCode;
  /**
   * from `seated`, exactly
   */
  token: string;
}
/**
 * Asks for everything that you may know, for instance because an event is missing.
 */
export interface SnapshotCommand {
  /**
   * says which message this is
   */
  type: 'snapshot';
  /**
   * chosen by the client; the answer carries it as `re`
   */
  id: CommandId;
}
/**
 * Asks for a formation to begin with. Nothing is locked by it. In `waiting` and `setup`.
 */
export interface SuggestFormationCommand {
  /**
   * says which message this is
   */
  type: 'suggest_formation';
  /**
   * chosen by the client; the answer carries it as `re`
   */
  id: CommandId;
  /**
   * the name of a style of formations
   */
  style: string;
}
/**
 * Enters a room to see what a spectator may: all that is public to both players, and no more. Outside a room only.
 */
export interface WatchRoomCommand {
  /**
   * says which message this is
   */
  type: 'watch_room';
  /**
   * chosen by the client; the answer carries it as `re`
   */
  id: CommandId;
  /**
   * the code; case, blanks and dashes do not matter
   */
  room: RoomCode;
  /**
   * of a private server, needed where `features` has `access_key`
   */
  access_key?: Secret;
}
/**
 * Event: a player says a line. Answers `chat`. Treat it as text of a stranger: escape it for wherever you show it.
 */
export interface ChatEvent {
  /**
   * says which message this is
   */
  type: 'chat';
  /**
   * the command that caused this; to whoever said it only
   */
  re?: CommandId;
  /**
   * its number, one more than that of the event before
   */
  seq: Seq;
  /**
   * when it happened
   */
  at_ms: Moment;
  /**
   * who says it
   */
  seat: Seat;
  /**
   * what
   */
  text: string;
}
/**
 * Event: a side has declined the other's offer. Answers `decline_draw`. An offer that lapses because its recipient moves has no event of its own: `moved` says it.
 */
export interface DrawDeclinedEvent {
  /**
   * says which message this is
   */
  type: 'draw_declined';
  /**
   * the command that caused this; to whoever said it only
   */
  re?: CommandId;
  /**
   * its number, one more than that of the event before
   */
  seq: Seq;
  /**
   * when it happened
   */
  at_ms: Moment;
  /**
   * who declines
   */
  side: Side;
}
/**
 * Event: the game is drawn after so many more moves of both sides together without a fight. Told when 20 and when 10 are left, after the quiet `moved` that left so many. A limit of just 20 or 10 moves is no news, and is not told again after each fight.
 */
export interface DrawNearEvent {
  /**
   * says which message this is
   */
  type: 'draw_near';
  /**
   * its number, one more than that of the event before
   */
  seq: Seq;
  /**
   * when it happened
   */
  at_ms: Moment;
  /**
   * how many
   */
  left: Count;
}
/**
 * Event: a side offers a draw. Answers `offer_draw`.
 */
export interface DrawOfferedEvent {
  /**
   * says which message this is
   */
  type: 'draw_offered';
  /**
   * the command that caused this; to whoever said it only
   */
  re?: CommandId;
  /**
   * its number, one more than that of the event before
   */
  seq: Seq;
  /**
   * when it happened
   */
  at_ms: Moment;
  /**
   * who offers
   */
  side: Side;
}
/**
 * Answers a command that was refused. Nothing has changed.
 */
export interface ErrorResult {
  /**
   * says which message this is
   */
  type: 'error';
  /**
   * the command that was refused; null where the frame had no usable id
   */
  re: CommandId | null;
  /**
   * see errors.md
   */
  code: string;
  /**
   * a sentence for people
   */
  message: string;
  /**
   * to the culprit in the frame; `""` is the whole. Where the way there is long or cannot be shown, to what holds it
   */
  pointer: string | null;
  /**
   * the present game
   */
  game?: GameNumber;
  /**
   * how many moves it has had
   */
  ply?: Ply;
  /**
   * all that is wrong with the formation
   */
  faults?: Fault[];
  /**
   * send again after this
   */
  retry_after_ms?: Duration;
}
/**
 * Event: a side is ready. Answers `lock_formation`.
 */
export interface FormationLockedEvent {
  /**
   * says which message this is
   */
  type: 'formation_locked';
  /**
   * the command that caused this; to whoever said it only
   */
  re?: CommandId;
  /**
   * its number, one more than that of the event before
   */
  seq: Seq;
  /**
   * when it happened
   */
  at_ms: Moment;
  /**
   * which
   */
  side: Side;
  /**
   * your own; never another's
   */
  formation: Formation | null;
}
/**
 * a piece of a formation
 */
export interface Placement {
  /**
   * where it stands
   */
  square: Square;
  /**
   * what it is
   */
  rank: Rank;
}
/**
 * Answers `suggest_formation`: a complete formation for your side, ready for `lock_formation`.
 */
export interface FormationSuggestedResult {
  /**
   * says which message this is
   */
  type: 'formation_suggested';
  /**
   * the command that this answers
   */
  re: CommandId;
  /**
   * the suggestion
   */
  formation: Formation;
}
/**
 * Event: the game has ended; both formations are open now. Answers `resign`, `accept_draw` and `claim_win`; after a move it follows `moved`, and after a turn with a rescue `rescued` or `rescue_declined`. After the first game of a return match `next_game` follows at once.
 */
export interface GameOverEvent {
  /**
   * says which message this is
   */
  type: 'game_over';
  /**
   * the command that caused this; to whoever said it only
   */
  re?: CommandId;
  /**
   * its number, one more than that of the event before
   */
  seq: Seq;
  /**
   * when it happened
   */
  at_ms: Moment;
  /**
   * the game that ended
   */
  game: GameNumber;
  /**
   * why
   */
  reason: EndReason;
  /**
   * null is a draw
   */
  winner: Side | null;
  /**
   * both armies as they were set up
   */
  formations: Formations;
  /**
   * what came back: the first is piece `red1` or `blue1`, the second `red2` or `blue2`
   */
  rescued: RescuedRanks;
  /**
   * the id under which the whole game can be had by HTTP; null where the server keeps none, and for a game of more than 20000 moves
   */
  record: string | null;
}
/**
 * both armies as they were set up
 */
export interface Formations {
  /**
   * Red's
   */
  red: Formation;
  /**
   * Blue's
   */
  blue: Formation;
}
/**
 * what came back
 */
export interface RescuedRanks {
  /**
   * Red's: the first is piece `red1`, the second `red2`
   */
  red: Rank[];
  /**
   * Blue's: the first is piece `blue1`, the second `blue2`
   */
  blue: Rank[];
}
/**
 * Event: both sides are ready. Red is to move. It comes right after the second `formation_locked`.
 */
export interface GameStartedEvent {
  /**
   * says which message this is
   */
  type: 'game_started';
  /**
   * its number, one more than that of the event before
   */
  seq: Seq;
  /**
   * when it happened
   */
  at_ms: Moment;
  /**
   * the number of the game in this room
   */
  game: GameNumber;
  /**
   * where pieces stand
   */
  squares: {
    /**
     * Red's
     */
    red: Square[];
    /**
     * Blue's
     */
    blue: Square[];
  };
}
/**
 * The first frame on every connection.
 */
export interface Hello {
  /**
   * says which message this is
   */
  type: 'hello';
  /**
   * the version spoken
   */
  protocol: 1;
  /**
   * program and version, for people
   */
  server: string;
  /**
   * additions to version 1 that this server has, see below
   */
  features: string[];
  /**
   * what holds on this server
   */
  limits: Limits;
  /**
   * the server's clock
   */
  time_ms: Moment;
  /**
   * where players reach this server, as whoever runs it has set it: for invitations
   */
  url?: string;
}
export interface Limits {
  /**
   * the longest frame that a client may send
   */
  message_bytes: Count;
  /**
   * how many commands a second are let through on average
   */
  messages_per_second: Count;
  /**
   * and how many at once
   */
  message_burst: Count;
  /**
   * how many messages over the rate end the connection; each one within it makes up for one
   */
  refusals_before_close: Count;
  /**
   * how many frames may wait for a client that does not read
   */
  outbox_frames: Count;
  /**
   * and how many bytes
   */
  outbox_bytes: Count;
  /**
   * the longest HTTP request
   */
  header_bytes: Count;
  /**
   * how deep a message may be nested; the message itself is at depth 1
   */
  json_depth: Count;
  /**
   * how many there may be in all
   */
  connections: Count;
  /**
   * and from one address
   */
  connections_per_address: Count;
  /**
   * how many rooms there may be
   */
  rooms: Count;
  /**
   * how many can be made from one address within an hour
   */
  rooms_per_address: Count;
  /**
   * how many wrong codes, tokens, invitations and access keys from one address
   */
  failed_joins_per_minute: Count;
  /**
   * how many commands may wait in one room
   */
  room_inbox: Count;
  /**
   * the longest chat line
   */
  chat_bytes: Count;
  /**
   * how many chat lines a seat may say
   */
  chats_per_minute: Count;
  /**
   * how many may watch one room
   */
  spectators_per_room: Count;
  /**
   * send the whole HTTP request within this time
   */
  handshake_ms: Duration;
  /**
   * say a first command within this time
   */
  first_command_ms: Duration;
  /**
   * time between the server's WebSocket pings
   */
  ping_interval_ms: Duration;
  /**
   * a connection without a sign of life is cut off after this time
   */
  silence_ms: Duration;
  /**
   * so is one that takes nothing of what is sent to it
   */
  write_ms: Duration;
  /**
   * how long the server waits for the answer to its close
   */
  close_ms: Duration;
  /**
   * how long a room stays that waits, when nobody is connected
   */
  empty_room_ms: Duration;
  /**
   * the same, for one that sets up
   */
  unfinished_setup_ms: Duration;
  /**
   * the same, for one that plays
   */
  silent_game_ms: Duration;
  /**
   * the same, for one that is over
   */
  finished_room_ms: Duration;
  /**
   * how many finished games are kept
   */
  records: Count;
  /**
   * for how long a finished game is kept; 0 = none are
   */
  keep_records_ms: Duration;
}
/**
 * Answers `leave_room`. The connection is outside; nothing more comes from the room.
 */
export interface LeftRoomResult {
  /**
   * says which message this is
   */
  type: 'left_room';
  /**
   * the command that this answers
   */
  re: CommandId;
}
/**
 * Answers `legal_moves`.
 */
export interface LegalMovesResult {
  /**
   * says which message this is
   */
  type: 'legal_moves';
  /**
   * the command that this answers
   */
  re: CommandId;
  /**
   * the present game
   */
  game: GameNumber;
  /**
   * how many moves it has had
   */
  ply: Ply;
  /**
   * all that are legal for you now; none while the other side is to move
   */
  moves: Move[];
}
/**
 * Event: a move was played. Answers `move`.
 */
export interface MovedEvent {
  /**
   * says which message this is
   */
  type: 'moved';
  /**
   * the command that caused this; to whoever said it only
   */
  re?: CommandId;
  /**
   * its number, one more than that of the event before
   */
  seq: Seq;
  /**
   * when it happened
   */
  at_ms: Moment;
  /**
   * the present game
   */
  game: GameNumber;
  /**
   * how many moves it has had, this one included
   */
  ply: number;
  /**
   * who moved
   */
  side: Side;
  /**
   * which piece
   */
  piece: Piece;
  /**
   * where it stood
   */
  from: Square;
  /**
   * where it went, or what it attacked
   */
  to: Square;
  /**
   * what the move itself showed: `"scout"` after more than one square
   */
  rank: Rank | null;
  /**
   * the fight, where there was one
   */
  combat: Combat | null;
  /**
   * the turn is not over: `side` has to say `rescue` or `decline_rescue`. It follows from what everybody knows, so that it tells nothing of the piece
   */
  rescue_pending?: true;
}
export interface Combat {
  /**
   * the mover's; null where the ruleset does not show it to you
   */
  attacker_rank: Rank | null;
  /**
   * which piece was attacked
   */
  defender: Piece;
  /**
   * its rank, likewise
   */
  defender_rank: Rank | null;
  /**
   * who survived. A winning attacker takes the square; a winning defender stays
   */
  result: BattleResult;
}
/**
 * Event: another game begins, with colours swapped and new formations: the second one of a return match, right after the `game_over` of the first, or the first one of a rematch. Answers `accept_rematch`.
 */
export interface NextGameEvent {
  /**
   * says which message this is
   */
  type: 'next_game';
  /**
   * the command that caused this; to whoever said it only
   */
  re?: CommandId;
  /**
   * its number, one more than that of the event before
   */
  seq: Seq;
  /**
   * when it happened
   */
  at_ms: Moment;
  /**
   * its number in this room
   */
  game: number;
  /**
   * of which match in this room it is
   */
  match: number;
  /**
   * who plays what from now on
   */
  sides: {
    /**
     * the host's
     */
    host: Side;
    /**
     * the guest's
     */
    guest: Side;
  };
}
/**
 * Event: somebody has taken a seat.
 */
export interface PlayerJoinedEvent {
  /**
   * says which message this is
   */
  type: 'player_joined';
  /**
   * its number, one more than that of the event before
   */
  seq: Seq;
  /**
   * when it happened
   */
  at_ms: Moment;
  /**
   * which
   */
  seat: Seat;
  /**
   * the player's
   */
  name: string;
  /**
   * that this seat plays
   */
  side: Side;
}
/**
 * Event: a player has given the seat up for good. Before the room's first game it is free again, its lock is undone and the room is `waiting`. A running game has ended before by resignation. Between the games of a return match, the one who stays has won the second; the room is `over`. Answers `claim_win` in a later `setup`, where it tells of the seat that was claimed.
 */
export interface PlayerLeftEvent {
  /**
   * says which message this is
   */
  type: 'player_left';
  /**
   * its number, one more than that of the event before
   */
  seq: Seq;
  /**
   * when it happened
   */
  at_ms: Moment;
  /**
   * which
   */
  seat: Seat;
}
/**
 * Answers `ping`.
 */
export interface PongResult {
  /**
   * says which message this is
   */
  type: 'pong';
  /**
   * the command that this answers
   */
  re: CommandId;
  /**
   * the server's clock
   */
  time_ms: Moment;
}
/**
 * Event: whether anybody is connected on a seat has changed. The seat stays taken.
 */
export interface PresenceEvent {
  /**
   * says which message this is
   */
  type: 'presence';
  /**
   * its number, one more than that of the event before
   */
  seq: Seq;
  /**
   * when it happened
   */
  at_ms: Moment;
  /**
   * which
   */
  seat: Seat;
  /**
   * somebody is connected
   */
  present: boolean;
}
/**
 * Event: a player would like to play again. Answers `offer_rematch`.
 */
export interface RematchOfferedEvent {
  /**
   * says which message this is
   */
  type: 'rematch_offered';
  /**
   * the command that caused this; to whoever said it only
   */
  re?: CommandId;
  /**
   * its number, one more than that of the event before
   */
  seq: Seq;
  /**
   * when it happened
   */
  at_ms: Moment;
  /**
   * who offers
   */
  seat: Seat;
}
/**
 * Event: a side brings nobody back, which ends the turn of the move before, and any open offer of a draw. Answers `decline_rescue`.
 */
export interface RescueDeclinedEvent {
  /**
   * says which message this is
   */
  type: 'rescue_declined';
  /**
   * the command that caused this; to whoever said it only
   */
  re?: CommandId;
  /**
   * its number, one more than that of the event before
   */
  seq: Seq;
  /**
   * when it happened
   */
  at_ms: Moment;
  /**
   * who declines
   */
  side: Side;
}
/**
 * Event: a captured piece has come back, which ends the turn of the move before it, and any open offer of a draw. Answers `rescue`.
 */
export interface RescuedEvent {
  /**
   * says which message this is
   */
  type: 'rescued';
  /**
   * the command that caused this; to whoever said it only
   */
  re?: CommandId;
  /**
   * its number, one more than that of the event before
   */
  seq: Seq;
  /**
   * when it happened
   */
  at_ms: Moment;
  /**
   * the present game
   */
  game: GameNumber;
  /**
   * of the move that it followed; a rescue is no move
   */
  ply: number;
  /**
   * whose piece came back
   */
  side: Side;
  /**
   * its new identity: `red1`, `red2`, `blue1` or `blue2`
   */
  piece: Piece;
  /**
   * where it stands
   */
  square: Square;
  /**
   * null where it is not yours
   */
  rank: Rank | null;
}
/**
 * Event: the server was away for a while. Nobody is charged for it. A room says this to itself before it lets anybody in again, so you will hardly ever hear it; but it counts in `seq`.
 */
export interface RestartedEvent {
  /**
   * says which message this is
   */
  type: 'restarted';
  /**
   * its number, one more than that of the event before
   */
  seq: Seq;
  /**
   * when it happened
   */
  at_ms: Moment;
  /**
   * when the server was last known to be there
   */
  down_from_ms: Moment;
  /**
   * how long it was away since then, in all
   */
  down_ms: Duration;
}
/**
 * Event: the room is gone, and the connection is outside again. Spectators hear it when nobody has played there for too long. A server may close the connection with 4004 instead.
 */
export interface RoomClosedEvent {
  /**
   * says which message this is
   */
  type: 'room_closed';
  /**
   * its number, one more than that of the event before
   */
  seq: Seq;
  /**
   * when it happened
   */
  at_ms: Moment;
}
/**
 * Answers `list_rooms`: the public rooms in which somebody is and a game is to come or being played. Those with a free seat come first, and the newest of them first; at most 50 are told. Where more than 50 have a free seat, each answer is another choice of them, by chance: ask again for others.
 */
export interface RoomsResult {
  /**
   * says which message this is
   */
  type: 'rooms';
  /**
   * the command that this answers
   */
  re: CommandId;
  /**
   * what there is
   */
  rooms: Room[];
  /**
   * there are others, which are not in it
   */
  more: boolean;
}
export interface Room {
  /**
   * the code, for `join_room` or `watch_room`
   */
  room: string;
  /**
   * the name of its host, or of the guest where the host has left
   */
  host: string;
  /**
   * whether it is listed
   */
  public: boolean;
  /**
   * what is going on
   */
  phase: Phase;
  /**
   * how many seats can be taken with `join_room`
   */
  seats_free: number;
  /**
   * what whoever takes it will play
   */
  free_side: Side | null;
  /**
   * as in `create_room`
   */
  preset: string;
  /**
   * board and army
   */
  variant: string;
  switches: SwitchesSet;
  /**
   * the limits that the room was made with, as in `snapshot`
   */
  timing: Timing;
  /**
   * whether others may watch
   */
  spectators: boolean;
  /**
   * whether a match is two games
   */
  return_match: boolean;
}
/**
 * the fields of a `ruleset` that are not as in the preset
 */
export interface SwitchesSet {
  /**
   * a scout may attack after a run
   */
  scout_strike?: boolean;
  /**
   * of equal ranks the attacker wins
   */
  aggressor_advantage?: boolean;
  /**
   * a fight shows the attacker's rank and its result; the defender's only to a scout
   */
  silent_defense?: boolean;
  /**
   * a piece that survived a fight, or ran, stays face-up to both. Not with `silent_defense`
   */
  visible_survivors?: boolean;
  /**
   * a piece that enters the enemy's back row may bring a captured one back: `rescue`
   */
  rescue?: boolean;
  /**
   * a piece may not cross the same border four times running
   */
  two_squares?: boolean;
  /**
   * the rule against endless chasing
   */
  chase?: ChaseRule;
  /**
   * a draw after so many moves of both together without a fight; 0 = never
   */
  draw_after_quiet_moves?: Count;
  /**
   * when neither side can move: the side to move loses, or nobody
   */
  mutual_immobility?: MutualImmobility;
}
export interface Timing {
  /**
   * how long the players may think; null for none
   */
  clock: GameClock | MoveClock | null;
  /**
   * how long both may set up, from the moment both sit. Then the server locks a random formation for whoever has not locked
   */
  setup_limit_ms: Limit | null;
  /**
   * how long a player may be absent from a game before the other may claim_win
   */
  absence_limit_ms: Limit | null;
}
export interface GameClock {
  /**
   * each side's time for the whole game
   */
  initial_ms: Limit;
  /**
   * what each own move adds to it
   */
  increment_ms: Duration;
}
export interface MoveClock {
  /**
   * the time for each move anew
   */
  per_move_ms: Limit;
}
/**
 * Answers `list_rulesets`: everything that `create_room` can be asked for in its `ruleset`, with a sentence in English for each. It is the same for everybody and for as long as the server runs.
 */
export interface RulesetsResult {
  /**
   * says which message this is
   */
  type: 'rulesets';
  /**
   * the command that this answers
   */
  re: CommandId;
  /**
   * what `preset` can be
   */
  presets: Preset[];
  /**
   * what can be set besides, each in the order of a ruleset
   */
  switches: Switch[];
}
export interface Preset {
  /**
   * to be said as `preset`
   */
  name: string;
  /**
   * what it is, in a sentence
   */
  summary: string;
  /**
   * all of its rules, as in a `snapshot`
   */
  ruleset: Ruleset;
  /**
   * what `style` of `suggest_formation` can be in a room with this preset
   */
  formations: FormationStyle[];
}
/**
 * the whole ruleset, so that a client need not know any preset
 */
export interface Ruleset {
  /**
   * what the ruleset began as; the switches below say what it is
   */
  preset: string;
  /**
   * a scout may attack after a run
   */
  scout_strike: boolean;
  /**
   * of equal ranks the attacker wins
   */
  aggressor_advantage: boolean;
  /**
   * a fight shows the attacker's rank and its result; the defender's only to a scout
   */
  silent_defense: boolean;
  /**
   * a piece that survived a fight, or ran, stays face-up to both. Not with `silent_defense`
   */
  visible_survivors: boolean;
  /**
   * a piece that enters the enemy's back row may bring a captured one back: `rescue`
   */
  rescue: boolean;
  /**
   * a piece may not cross the same border four times running
   */
  two_squares: boolean;
  /**
   * the rule against endless chasing
   */
  chase: ChaseRule;
  /**
   * a draw after so many moves of both together without a fight; 0 = never
   */
  draw_after_quiet_moves: number;
  /**
   * when neither side can move: the side to move loses, or nobody
   */
  mutual_immobility: MutualImmobility;
  /**
   * the board and the armies, by name
   */
  variant: string;
  /**
   * the army of each side. Each sets up in its own four home rows
   */
  inventory: Inventory;
  /**
   * nothing enters or crosses these
   */
  lakes: Square[];
}
/**
 * a number for each rank
 */
export interface Inventory {
  flag: Count;
  spy: Count;
  scout: Count;
  miner: Count;
  sergeant: Count;
  lieutenant: Count;
  captain: Count;
  major: Count;
  colonel: Count;
  general: Count;
  marshal: Count;
  bomb: Count;
}
export interface FormationStyle {
  /**
   * to be said as `style`
   */
  name: string;
  /**
   * what it is, in a sentence
   */
  summary: string;
}
export interface Switch {
  /**
   * a field of `ruleset`
   */
  name: string;
  /**
   * what it does, in a sentence
   */
  summary: string;
  /**
   * what it is in the classic preset
   */
  default: boolean | Count | string;
  /**
   * all that it can be set to; or else there is
   */
  values?: (boolean | Count | string)[];
  /**
   * it can be set to any integer from 0 to this
   */
  most?: Count;
}
/**
 * Answers `create_room` and `join_room`. A `snapshot` follows, without `re`.
 */
export interface SeatedResult {
  /**
   * says which message this is
   */
  type: 'seated';
  /**
   * the command that this answers
   */
  re: CommandId;
  /**
   * the code that the other player joins with: some letters and digits
   */
  room: string;
  /**
   * yours
   */
  seat: Seat;
  /**
   * gives the seat back with `resume`, alone. Keep it secret
   */
  token: string;
  /**
   * told to whoever has made the room: takes the other seat by `join_room`, once. Give it to nobody but the other player
   */
  invitation?: string;
}
/**
 * Everything that you may know of the room, after event `seq`. It replaces all that you had. It comes after `seated`, and answers `resume` and `snapshot`. README says how later events change it.
 */
export interface Snapshot {
  /**
   * says which message this is
   */
  type: 'snapshot';
  /**
   * the command that this answers
   */
  re?: CommandId;
  /**
   * the last event that is in it
   */
  seq: Seq;
  /**
   * the code
   */
  room: string;
  /**
   * yours; null for a spectator
   */
  seat: Seat | null;
  /**
   * yours; null for a spectator
   */
  side: Side | null;
  /**
   * the whole ruleset, so that a client need not know any preset
   */
  ruleset: Ruleset;
  /**
   * the limits that the room was made with: `clock`, `setup_limit_ms` and `absence_limit_ms` as in `create_room`, null for none
   */
  timing: Timing;
  /**
   * whether others may watch
   */
  spectators: boolean;
  /**
   * whether everybody finds it with `list_rooms`
   */
  public: boolean;
  /**
   * whether a match is two games
   */
  return_match: boolean;
  /**
   * what is going on: see README
   */
  phase: Phase;
  /**
   * the number of the present or coming game, in this room
   */
  game: GameNumber;
  /**
   * the number of the present match: a rematch is a new one
   */
  match: number;
  score: Score;
  /**
   * how many moves it has had
   */
  ply: Ply;
  /**
   * while playing
   */
  to_move: Side | null;
  /**
   * that side has moved, and has still to say `rescue` or `decline_rescue`
   */
  rescue_pending: boolean;
  /**
   * moves of both sides together since the last fight; at `ruleset.draw_after_quiet_moves` the game is drawn
   */
  quiet_moves: Count;
  /**
   * who sits there; null for a free seat
   */
  seats: {
    /**
     * who made the room
     */
    host: SeatState | null;
    /**
     * who joined it
     */
    guest: SeatState | null;
  };
  /**
   * when set-up is over, in `setup` where it has a limit
   */
  setup_ends_ms: Moment | null;
  /**
   * of the game, where the room has a clock
   */
  clocks: Clocks | null;
  /**
   * your own, once locked
   */
  formation: Formation | null;
  /**
   * the pieces on the board; empty before the game starts
   */
  board: BoardPiece[];
  /**
   * the pieces taken
   */
  lost: LostPiece[];
  /**
   * how many of the pieces that a side began with are neither known to have fallen nor known where they stand. From public facts alone: the same for everybody
   */
  unaccounted: {
    /**
     * Red's
     */
    red: Inventory;
    /**
     * Blue's
     */
    blue: Inventory;
  };
  /**
   * who has an offer open
   */
  draw_offer: Side | null;
  /**
   * the whole game so far
   */
  moves: Move[];
  /**
   * all fights so far
   */
  fights: Fight[];
  /**
   * all pieces that came back
   */
  rescues: Rescue[];
  /**
   * who would like to play again
   */
  rematch_offer: Seat | null;
  /**
   * how the last game ended; until another one starts
   */
  result: Result | null;
  /**
   * the last command of your seat that took effect: its `id`, and the `seq` of the event it caused
   */
  last_command: LastCommand | null;
}
/**
 * how the games of the present match ended: `wins` of `host` and `guest`, and `draws`. A win is a point, a draw half a point for each
 */
export interface Score {
  /**
   * how many each seat has won
   */
  wins: {
    /**
     * the host's
     */
    host: Count;
    /**
     * the guest's
     */
    guest: Count;
  };
  /**
   * how many nobody has won
   */
  draws: Count;
}
/**
 * who sits on a seat
 */
export interface SeatState {
  /**
   * the player's
   */
  name: string;
  /**
   * that this seat plays
   */
  side: Side;
  /**
   * somebody is connected
   */
  present: boolean;
  /**
   * since when nobody is, as far as it counts: not before the other player last came back
   */
  absent_since_ms: Moment | null;
  /**
   * its formation is locked
   */
  locked: boolean;
}
export interface Clocks {
  /**
   * what was left to each side at `at_ms`
   */
  red_ms: Duration;
  /**
   * what was left to each side at `at_ms`
   */
  blue_ms: Duration;
  /**
   * whose clock has run since then
   */
  running: Side | null;
  /**
   * the moment of which this is true
   */
  at_ms: Moment;
}
export interface BoardPiece {
  /**
   * where it stands
   */
  square: Square;
  /**
   * which piece it is
   */
  piece: Piece;
  /**
   * whose
   */
  side: Side;
  /**
   * whether it ever moved
   */
  moved: boolean;
  /**
   * null where you are not shown it
   */
  rank: Rank | null;
  /**
   * what a fight or a run has shown to everybody at some time, of your own pieces too
   */
  known: Rank | null;
}
export interface LostPiece {
  /**
   * which piece it was
   */
  piece: Piece;
  /**
   * whose
   */
  side: Side;
  /**
   * null where nothing showed it to you
   */
  rank: Rank | null;
  /**
   * what everybody knows of it
   */
  known: Rank | null;
  /**
   * of the move that took it
   */
  ply: number;
}
export interface Fight {
  /**
   * of the move that made it
   */
  ply: number;
  /**
   * the attacker's
   */
  side: Side;
  /**
   * which piece attacked
   */
  attacker: Piece;
  /**
   * the mover's; null where the ruleset does not show it to you
   */
  attacker_rank: Rank | null;
  /**
   * which piece was attacked
   */
  defender: Piece;
  /**
   * its rank, likewise
   */
  defender_rank: Rank | null;
  /**
   * who survived. A winning attacker takes the square; a winning defender stays
   */
  result: BattleResult;
}
export interface Rescue {
  /**
   * of the move that it followed; a rescue is no move
   */
  ply: number;
  /**
   * whose piece came back
   */
  side: Side;
  /**
   * its new identity: `red1`, `red2`, `blue1` or `blue2`
   */
  piece: Piece;
  /**
   * where it stands
   */
  square: Square;
  /**
   * null where it is not yours
   */
  rank: Rank | null;
}
export interface Result {
  /**
   * the game that ended
   */
  game: GameNumber;
  /**
   * why
   */
  reason: EndReason;
  /**
   * null is a draw
   */
  winner: Side | null;
  /**
   * both armies as they were set up
   */
  formations: Formations;
  /**
   * what came back: the first is piece `red1` or `blue1`, the second `red2` or `blue2`
   */
  rescued: RescuedRanks;
  /**
   * the id under which the whole game can be had by HTTP; null where the server keeps none
   */
  record: string | null;
}
export interface LastCommand {
  /**
   * its id
   */
  id: CommandId;
  /**
   * of the event it caused
   */
  seq: Seq;
}
