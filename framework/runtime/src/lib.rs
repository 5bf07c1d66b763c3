//! The sans-I/O runtime that hosts tables of any game in one ECS world.
