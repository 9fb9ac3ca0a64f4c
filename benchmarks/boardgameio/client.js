// node client.js PORT ROOMS SECONDS RATE: two clients of boardgame.io for each room.
// A move counts when both have got the state that it made from the server.
const { Client } = require("boardgame.io/client");
const { SocketIO } = require("boardgame.io/multiplayer");
const { TicTacToe } = require("./game");

const [port, rooms, seconds, rate] = process.argv.slice(2).map(Number);
const server = `http://127.0.0.1:${port}`;
const took = [];
const wait = (ms) => new Promise((done) => setTimeout(done, ms));

async function post(path, body) {
  const headers = { "content-type": "application/json" };
  const reply = await fetch(`${server}/games/tic-tac-toe/${path}`, {
    method: "POST",
    headers,
    body: JSON.stringify(body),
  });
  return reply.json();
}

async function open() {
  const { matchID } = await post("create", { numPlayers: 2 });
  const clients = [];
  for (const playerID of ["0", "1"]) {
    const { playerCredentials } = await post(`${matchID}/join`, { playerID, playerName: playerID });
    const multiplayer = SocketIO({ server, socketOpts: { transports: ["websocket"] } });
    const client = Client({
      game: TicTacToe,
      matchID,
      playerID,
      credentials: playerCredentials,
      debug: false,
      multiplayer,
    });
    client.start();
    clients.push(client);
  }
  for (const client of clients) while (!client.getState()?.isConnected) await wait(10);
  return clients;
}

async function play(clients, end) {
  const seen = [0, 0];
  let wanted = Infinity;
  let told = () => {};
  // What the server sends, not what a client shows in advance.
  clients.forEach((client, at) => {
    const notify = client.transport.notifyClient.bind(client.transport);
    client.transport.notifyClient = (data) => {
      notify(data);
      if (data.type === "update") seen[at] = data.args[1]._stateID;
      if (data.type === "patch") seen[at] = data.args[2];
      if (Math.min(...seen) >= wanted) told();
    };
  });
  if (rate) await wait((Math.random() * 1000) / rate);
  while (Date.now() < end) {
    const { G, ctx, _stateID } = clients[0].getState();
    wanted = _stateID + 1;
    const began = process.hrtime.bigint();
    const both = new Promise((done) => (told = done));
    clients[Number(ctx.currentPlayer)].moves.mark(G.cells.indexOf(null));
    await both;
    took.push(Number(process.hrtime.bigint() - began) / 1e6);
    if (rate) await wait(Math.max(0, 1000 / rate - took.at(-1)));
  }
}

async function main() {
  const all = [];
  for (let room = 0; room < rooms; room++) all.push(await open());
  const began = Date.now();
  await Promise.all(all.map((clients) => play(clients, began + seconds * 1000)));
  const lasted = (Date.now() - began) / 1000;
  took.sort((a, b) => a - b);
  const part = (share) => took[Math.min(took.length - 1, Math.floor(took.length * share))];
  console.log(
    JSON.stringify({
      answers: took.length,
      per_s: took.length / lasted,
      median: part(0.5),
      p99: part(0.99),
    }),
  );
  process.exit(0);
}
main();
