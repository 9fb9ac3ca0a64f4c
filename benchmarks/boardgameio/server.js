// node server.js PORT: boardgame.io's own server, which keeps its games in memory.
const { Server, Origins } = require("boardgame.io/server");
const { TicTacToe } = require("./game");

Server({ games: [TicTacToe], origins: [Origins.LOCALHOST] })
  .run({ port: Number(process.argv[2]) })
  .then(() => console.log("ready"));
