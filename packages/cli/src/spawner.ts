// The process that starts the commands of a collection; see the engine.
import '@hostspec/engine/spawner';
